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
json::array patterns_for(const DomainPolicy& policy, bool holds_writes) {
  // The browser cannot be asked for methods, only for addresses.
  if (!policy.is_open() || holds_writes) return {json::object{{"urlPattern", "*"}}};
  json::array patterns;
  for (std::uint16_t port : policy.own_ports())
    patterns.push_back(json::object{{"urlPattern", own_address(port)}});
  if (policy.opens_files()) patterns.push_back(json::object{{"urlPattern", "file://*"}});
  return patterns;
}

}  // namespace

bool RequestGuard::lets_all_pass(const DomainPolicy& policy, BarrierMode mode) {
  return patterns_for(policy, mode == BarrierMode::observe).empty();
}

void RequestGuard::protect(const std::shared_ptr<cdp::Session>& session) {
  Protected& state = protected_[session->id()];
  state = {.session = session};
  apply(*session, state);
}

void RequestGuard::renew() {
  for (auto& [id, state] : protected_) {
    if (auto session = state.session.lock()) apply(*session, state);
  }
}

void RequestGuard::set_policy(std::shared_ptr<const DomainPolicy> policy) {
  policy_ = std::move(policy);
  renew();
}

void RequestGuard::apply(cdp::Session& session, Protected& state) {
  json::array patterns = patterns_for(*policy_, barrier_.holds_writes());
  if (patterns.empty()) {
    // Those that are held up already are let go by the browser.
    if (std::exchange(state.judged, false)) session.post("Fetch.disable", {});
    return;
  }
  // Heard once, also when the patterns change; and still when there are none, for what is under way.
  if (!state.subscription) {
    state.subscription = session.on(
        "Fetch.requestPaused", [this, raw = &session](const json::object& params) { judge(*raw, params); });
  }
  state.judged = true;
  session.post("Fetch.enable", {{"patterns", std::move(patterns)}});
}

void RequestGuard::judge(cdp::Session& session, const json::object& params) {
  auto id = json::find_string(params, "requestId");
  const json::object* request = json::find_object(params, "request");
  if (!id || !request) return;
  auto url = json::find_string(*request, "url").value_or("");
  bool is_document = json::find_string(params, "resourceType") == "Document" &&
                     json::find_string(params, "frameId").value_or("") == main_frame_;
  auto verdict = policy_->check_request(url);
  if (!verdict) {
    ++refused_;
    if (is_document) refused_document_ = verdict.error();
    session.post("Fetch.failRequest", {{"requestId", *id}, {"errorReason", "BlockedByClient"}});
    return;
  }
  std::string_view type = json::find_string(params, "resourceType").value_or("");
  if (barrier_.hold(*request, type)) {
    // A navigation that was aborted leaves the page as it is; one that was blocked would put an error page in
    // its place.
    std::string_view reason = type == "Document" ? "Aborted" : "BlockedByClient";
    session.post("Fetch.failRequest", {{"requestId", *id}, {"errorReason", reason}});
    return;
  }
  session.post("Fetch.continueRequest", {{"requestId", *id}});
}

}  // namespace oc::browser
