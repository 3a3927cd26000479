// Facts about the browser, and commands to the browser itself rather than to a tab.
// Tested by: browser/browser_test.cc, tests/browser/cookies_storage_test.mjs
#include "browser/browser.h"

namespace oc::browser {

Browser::Facts Browser::facts() const {
  Facts facts{.state = state_, .starts = starts_, .losses = losses_};
  if (!link_) return facts;
  facts.attached = link_->is_attached();
  facts.pid = link_->pid();
  facts.product = link_->product();
  return facts;
}

Task<Result<json::value>> Browser::send(std::string method, json::object params, Stop stop) {
  if (!link_) co_return fail(ErrorCode::browser_disconnected, "no browser is running");
  std::shared_ptr<cdp::Session> session = link_->connection().browser();
  co_return co_await session->send(std::move(method), std::move(params), stop);
}

Task<Result<std::chrono::nanoseconds>> Browser::ping(Stop stop) {
  auto started = std::chrono::steady_clock::now();
  auto answer = co_await send("Browser.getVersion", {}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return std::chrono::steady_clock::now() - started;
}

}  // namespace oc::browser
