#include "browser/request_guard.h"

#include "base/text.h"

namespace oc::browser {
namespace {

// Addresses at this port of any host, as Chrome writes them: without a port that the scheme implies.
std::string own_address(std::uint16_t port) {
  if (port == 80) return "http://*/*";
  if (port == 443) return "https://*/*";
  return cat("*://*:", port, "/*");
}

// Only what must be judged is held up: with no rules those are our own ports, on whatever host, and files,
// since one that may be opened could lead to all others.
json::array patterns_for(const DomainPolicy& policy) {
  if (!policy.is_open()) return {json::object{{"urlPattern", "*"}}};
  json::array patterns;
  for (std::uint16_t port : policy.own_ports())
    patterns.push_back(json::object{{"urlPattern", own_address(port)}});
  if (policy.opens_files()) patterns.push_back(json::object{{"urlPattern", "file://*"}});
  return patterns;
}

}  // namespace

void RequestGuard::protect(const std::shared_ptr<cdp::Session>& session) {
  json::array patterns = patterns_for(*policy_);
  if (patterns.empty()) return;
  subscriptions_[session->id()] =
      session->on("Fetch.requestPaused",
                  [this, raw = session.get()](const json::object& params) { judge(*raw, params); });
  session->post("Fetch.enable", {{"patterns", std::move(patterns)}});
}

void RequestGuard::judge(cdp::Session& session, const json::object& params) {
  auto id = json::find_string(params, "requestId");
  const json::object* request = json::find_object(params, "request");
  if (!id || !request) return;
  auto url = json::find_string(*request, "url").value_or("");
  bool is_document = json::find_string(params, "resourceType") == "Document" &&
                     json::find_string(params, "frameId").value_or("") == main_frame_;
  auto verdict = policy_->check_request(url);
  if (verdict) {
    session.post("Fetch.continueRequest", {{"requestId", *id}});
    return;
  }
  ++refused_;
  if (is_document) refused_document_ = verdict.error();
  session.post("Fetch.failRequest", {{"requestId", *id}, {"errorReason", "BlockedByClient"}});
}

}  // namespace oc::browser
