// Tested by: tests/browser/cookies_storage_test.mjs
#include "browser/cookies.h"

#include "base/text.h"

namespace oc::browser {
namespace {

using json::text_of;

Cookie cookie_of(const json::object& from) {
  Cookie out{.name = text_of(from, "name"),
             .value = text_of(from, "value"),
             .domain = text_of(from, "domain"),
             .path = text_of(from, "path"),
             .http_only = json::find_bool(from, "httpOnly").value_or(false),
             .secure = json::find_bool(from, "secure").value_or(false),
             .same_site = text_of(from, "sameSite")};
  const json::value* expires = json::find(from, "expires");
  bool lasts = !json::find_bool(from, "session").value_or(false);
  if (lasts && expires && expires->is_number()) out.expires = expires->to_number<double>();
  if (const json::value* key = json::find(from, "partitionKey")) out.partition = *key;
  return out;
}

Result<std::vector<Cookie>> cookies_in(Result<json::value> answer) {
  if (!answer) return std::unexpected(std::move(answer).error());
  std::vector<Cookie> out;
  const json::object* members = answer->if_object();
  const json::array* list = members ? json::find_array(*members, "cookies") : nullptr;
  if (!list) return out;
  for (const json::value& one : *list) {
    if (const json::object* cookie = one.if_object()) out.push_back(cookie_of(*cookie));
  }
  return out;
}

}  // namespace

std::string_view Cookie::host() const {
  std::string_view out = domain;
  if (out.starts_with('.')) out.remove_prefix(1);
  return out;
}

Task<Result<std::vector<Cookie>>> cookies_for(Tab& tab, std::string url, Stop stop) {
  auto answer = co_await tab.send("Network.getCookies", {{"urls", json::array{std::move(url)}}}, stop);
  co_return cookies_in(std::move(answer));
}

Task<Result<std::vector<Cookie>>> all_cookies(Browser& browser, std::string workspace, Stop stop) {
  // Only the browser itself knows contexts; asked of a page it would answer for the default one.
  json::object params;
  std::string context = browser.tabs().context_of(workspace);
  if (!context.empty()) params["browserContextId"] = std::move(context);
  auto answer = co_await browser.send("Storage.getCookies", std::move(params), stop);
  co_return cookies_in(std::move(answer));
}

Task<Result<void>> set_cookie(Tab& tab, Cookie cookie, std::string url, Stop stop) {
  json::object params{{"name", cookie.name}, {"value", cookie.value}};
  if (!url.empty()) params["url"] = url;
  if (!cookie.domain.empty()) params["domain"] = cookie.domain;
  if (!cookie.path.empty()) params["path"] = cookie.path;
  if (cookie.secure) params["secure"] = true;
  if (cookie.http_only) params["httpOnly"] = true;
  if (!cookie.same_site.empty()) params["sameSite"] = cookie.same_site;
  if (cookie.expires >= 0) params["expires"] = cookie.expires;
  auto answer = co_await tab.send("Network.setCookie", std::move(params), stop);
  bool refused = !answer && answer.error().code == ErrorCode::protocol_error;
  if (!answer && !refused) co_return std::unexpected(std::move(answer).error());
  bool taken =
      answer && answer->is_object() && json::find_bool(answer->as_object(), "success").value_or(true);
  if (!taken) {
    co_return fail(
        ErrorCode::invalid_arguments,
        cat("the browser does not take the cookie ", shorten(one_line(cookie.name), 100),
            refused ? cat(": ", answer.error().message) : std::string{}),
        "Check that domain and path fit the address; __Host- and __Secure- names need secure: true.");
  }
  co_return Result<void>{};
}

Task<Result<void>> delete_cookie(Tab& tab, const Cookie& cookie, Stop stop) {
  json::object params{{"name", cookie.name}, {"domain", cookie.domain}, {"path", cookie.path}};
  if (!cookie.partition.is_null()) params["partitionKey"] = cookie.partition;
  auto answer = co_await tab.send("Network.deleteCookies", std::move(params), stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return Result<void>{};
}

}  // namespace oc::browser
