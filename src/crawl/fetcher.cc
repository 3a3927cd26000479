// Tested by: tests/browser/crawl_test.mjs
#include "crawl/fetcher.h"

#include "base/encoding.h"
#include "base/text.h"
#include "net/http_client.h"

namespace oc::crawl {
namespace {

constexpr int kMostRedirects = 10;
constexpr std::string_view kUserAgent = "Mozilla/5.0 (compatible; openchrome/" OC_VERSION ")";
constexpr std::string_view kAccept =
    "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5";

using json::text_of;

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// A stream of the browser, and a piece more of it than the limit at most.
Task<Result<std::string>> read_stream(browser::Tab& tab, std::string handle, std::size_t max_bytes,
                                      Stop stop) {
  std::string out;
  while (out.size() <= max_bytes) {
    auto piece = co_await tab.send("IO.read", {{"handle", handle}, {"size", 262'144}}, stop);
    if (!piece) co_return std::unexpected(std::move(piece).error());
    const json::object& read = piece->as_object();
    std::string data = text_of(read, "data");
    if (json::find_bool(read, "base64Encoded").value_or(false)) {
      auto decoded = base64_decode(data);
      if (!decoded) co_return fail(ErrorCode::protocol_error, "the browser's data cannot be decoded");
      data = std::move(*decoded);
    }
    out += data;
    if (json::find_bool(read, "eof").value_or(true)) break;
  }
  if (tab.session()) tab.session()->post("IO.close", {{"handle", std::move(handle)}});
  co_return out;
}

}  // namespace

Task<Result<Fetched>> Fetcher::fetch_by_browser(Url url, std::size_t max_bytes, Stop stop) {
  auto tab = co_await tab_(stop);
  if (!tab) co_return std::unexpected(std::move(tab).error());
  auto loaded = co_await (*tab)->send(
      "Network.loadNetworkResource",
      {{"frameId", (*tab)->target_id()},
       {"url", url.text()},
       {"options", json::object{{"disableCache", false}, {"includeCredentials", true}}}},
      stop);
  if (!loaded) co_return std::unexpected(std::move(loaded).error());
  const json::object* resource = json::find_object(loaded->as_object(), "resource");
  if (!resource) co_return fail(ErrorCode::protocol_error, "the browser fetched nothing");
  Fetched out{.status = static_cast<int>(json::find_integer(*resource, "httpStatusCode").value_or(0)),
              .url = url};
  if (out.status == 0) {
    co_return fail(ErrorCode::network_failed,
                   cat("cannot fetch ", shorten(url.text(), 300), ": ", text_of(*resource, "netErrorName")));
  }
  if (const json::object* headers = json::find_object(*resource, "headers")) {
    for (const auto& [name, value] : *headers) {
      if (lower(name) == "content-type" && value.is_string())
        out.content_type = json::view(value.get_string());
    }
  }
  if (auto stream = json::find_string(*resource, "stream")) {
    auto body = co_await read_stream(**tab, std::string{*stream}, max_bytes, stop);
    if (!body) co_return std::unexpected(std::move(body).error());
    out.body = std::move(*body);
    out.is_cut = out.body.size() > max_bytes;
    if (out.is_cut) out.body.resize(max_bytes);
  }
  co_return out;
}

Task<Result<Fetched>> Fetcher::fetch_once(Url url, std::size_t max_bytes, Stop stop) {
  if (url.scheme != "http") co_return co_await fetch_by_browser(url, max_bytes, stop);
  net::FetchRequest request{.url = url.text_without_fragment(), .max_body_bytes = max_bytes};
  request.headers.add("User-Agent", kUserAgent);
  request.headers.add("Accept", kAccept);
  auto answer = co_await net::fetch(std::move(request), stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  Fetched out{.status = answer->status, .url = url};
  out.content_type = answer->headers.find("content-type").value_or("");
  if (is_redirect(answer->status)) {
    auto next = resolve_url(url, answer->headers.find("location").value_or(""));
    if (!next) co_return fail(ErrorCode::network_failed, "the server redirects to nowhere");
    out.url = *next;
  }
  out.body = std::move(answer->body);
  co_return out;
}

Task<Result<Fetched>> Fetcher::fetch(Url url, std::size_t max_bytes, Stop stop) {
  for (int hop = 0; hop <= kMostRedirects; ++hop) {
    OC_CO_TRY(policy_.check_navigation(url.text()));
    auto answer = co_await fetch_once(url, max_bytes, stop);
    if (!answer || !is_redirect(answer->status)) co_return answer;
    url = answer->url;
  }
  co_return fail(ErrorCode::network_failed, cat("more than ", kMostRedirects, " redirects"));
}

}  // namespace oc::crawl
