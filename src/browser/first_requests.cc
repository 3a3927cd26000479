#include "browser/first_requests.h"

namespace oc::browser {

using json::text_of;

void FirstRequests::listen(const std::shared_ptr<cdp::Session>& browser) {
  session_ = browser;
  subscription_ =
      browser->on("Fetch.requestPaused", [this](const json::object& params) { on_paused(params); });
}

void FirstRequests::forget_session() {
  subscription_.reset();
  session_.reset();
  opening_.clear();
  held_.clear();
  is_on_ = false;
}

void FirstRequests::expect() {
  ++expected_;
  auto session = session_.lock();
  if (!session || std::exchange(is_on_, true)) return;
  // Every address, since Chrome may write one otherwise than we do.
  session->post(
      "Fetch.enable",
      {{"patterns", {{{"urlPattern", "*"}, {"resourceType", "Document"}, {"requestStage", "Request"}}}}});
}

void FirstRequests::made(const std::string& frame) {
  if (expected_ > 0) --expected_;
  if (!frame.empty()) opening_.insert(frame);
  settle();
}

const json::object* FirstRequests::held(const std::string& frame) const {
  auto found = opening_.contains(frame) ? held_.find(frame) : held_.end();
  return found == held_.end() ? nullptr : &found->second.request;
}

void FirstRequests::release(const std::string& frame) {
  opening_.erase(frame);
  settle();
}

void FirstRequests::go_on(const std::string& id) {
  if (auto session = session_.lock()) session->post("Fetch.continueRequest", {{"requestId", id}});
}

// Lets everything go that need not wait, and ends the holding with the last one.
void FirstRequests::settle() {
  if (expected_ > 0) return;
  std::erase_if(held_, [&](const auto& item) {
    if (opening_.contains(item.first)) return false;
    go_on(item.second.id);
    return true;
  });
  auto session = session_.lock();
  if (opening_.empty() && std::exchange(is_on_, false) && session) session->post("Fetch.disable", {});
}

void FirstRequests::on_paused(const json::object& params) {
  const json::object* request = json::find_object(params, "request");
  std::string id = text_of(params, "requestId");
  std::string frame = text_of(params, "frameId");
  bool may_be_first = opening_.contains(frame) || expected_ > 0;
  if (!request || !may_be_first) return go_on(id);
  // Copied: the values of an event live in the arena of its message.
  held_.emplace(frame, Held{id, json::object(*request, boost::json::storage_ptr{})});
  on_held_(frame);
}

}  // namespace oc::browser
