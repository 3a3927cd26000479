// What the browser must be asked for is tested by tests/browser/evidence_test.mjs.
#include "page/evidence.h"

#include "base/encoding.h"
#include "base/text.h"
#include "base/time_format.h"
#include "browser/cookies.h"
#include "browser/entry_json.h"
#include "json/redact.h"
#include "json/write.h"
#include "page/queries.h"
#include "page/read_tree.h"
#include "page/screenshot.h"

namespace oc::page {
namespace {

constexpr std::size_t kMostTextBytes = std::size_t{8} * 1024 * 1024;

std::string_view file_of(EvidencePart part) {
  switch (part) {
    case EvidencePart::dom:
      return "dom.html";
    case EvidencePart::screenshot:
      return "screenshot";
    case EvidencePart::network:
      return "network.json";
    case EvidencePart::console:
      return "console.json";
    case EvidencePart::ax:
      return "ax.txt";
    case EvidencePart::cookies_meta:
      break;
  }
  return "cookies_meta.json";
}

Evidence text_evidence(EvidencePart part, std::string text, const EvidenceOptions& options) {
  Evidence out{.name = std::string{file_of(part)}, .bytes = std::move(text)};
  if (options.sanitize) sanitize(out.bytes, out.removed);
  return out;
}

Evidence json_evidence(EvidencePart part, json::value data, const EvidenceOptions& options) {
  Evidence out{.name = std::string{file_of(part)}};
  if (options.sanitize) sanitize(data, out.removed);
  out.bytes = json::write_pretty(data);
  return out;
}

// --- from the live page ---

Task<Result<Evidence>> capture_dom(browser::Tab& tab, EvidenceOptions options, Stop stop) {
  auto html = co_await html_content(tab, {}, true, kMostTextBytes, stop);
  if (!html) co_return std::unexpected(std::move(html).error());
  const json::object& answer = html->value.as_object();
  Evidence out = text_evidence(EvidencePart::dom,
                               std::string{json::find_string(answer, "content").value_or("")}, options);
  out.cut = json::find_bool(answer, "cut").value_or(false);
  co_return out;
}

Task<Result<Evidence>> capture_ax(browser::Tab& tab, EvidenceOptions options, Stop stop) {
  TreeOptions wanted{.drop_hidden = options.sanitize, .max_bytes = kMostTextBytes};
  auto tree = co_await read_tree(tab, std::move(wanted), stop);
  if (!tree) co_return std::unexpected(std::move(tree).error());
  Evidence out = text_evidence(EvidencePart::ax, cat(tree->stats, "\n\n", tree->text), options);
  out.hidden_texts = tree->hidden_texts;
  co_return out;
}

Task<Result<Evidence>> capture_screenshot(browser::Browser& browser, browser::Tab& tab, Stop stop) {
  auto front = co_await browser.bring_to_front(tab, stop);
  if (!front) co_return std::unexpected(std::move(front).error());
  auto picture = co_await take_screenshot(tab, {}, stop);
  if (!picture) co_return std::unexpected(std::move(picture).error());
  auto bytes = base64_decode(picture->base64);
  if (!bytes) co_return fail(ErrorCode::protocol_error, "the browser's picture cannot be decoded");
  co_return Evidence{.name = "screenshot.webp", .bytes = std::move(*bytes)};
}

Evidence capture_network(browser::Tab& tab, const EvidenceOptions& options) {
  const auto& ring = tab.network().ring();
  json::array requests;
  for (const auto& item : ring.entries()) {
    bool under_way = item.entry.duration_ms < 0 && item.entry.error.empty();
    if (item.entry.ts_ms >= options.network_since_ms || under_way)
      requests.push_back(browser::entry_json(item.entry, browser::Headers::redacted));
  }
  json::object out{{"since", iso8601(options.network_since_ms)}};
  // How the page itself was answered, however long ago.
  if (const auto* document = tab.network().document(tab.navigation().loader_id())) {
    json::array redirects;
    for (const browser::Redirect& hop : document->redirects)
      redirects.push_back(json::object{{"url", json::redact_text(hop.url)}, {"status", hop.status}});
    out["document"] = json::object{{"status", document->status},
                                   {"mime_type", document->mime_type},
                                   {"error", document->error},
                                   {"redirects", std::move(redirects)}};
  }
  out["requests"] = std::move(requests);
  if (ring.dropped() > 0) out["not_kept"] = ring.dropped();
  return json_evidence(EvidencePart::network, std::move(out), options);
}

Evidence capture_console(browser::Tab& tab, const EvidenceOptions& options) {
  const auto& ring = tab.console().ring();
  json::array entries;
  for (const auto& item : ring.entries()) entries.push_back(browser::entry_json(item.entry));
  json::object out{{"entries", std::move(entries)}};
  if (ring.dropped() > 0) out["not_kept"] = ring.dropped();
  return json_evidence(EvidencePart::console, std::move(out), options);
}

json::object cookie_meta(const browser::Cookie& cookie) {
  json::object out{{"name", cookie.name},           {"domain", cookie.domain},
                   {"path", cookie.path},           {"value_bytes", cookie.value.size()},
                   {"http_only", cookie.http_only}, {"secure", cookie.secure}};
  if (cookie.expires >= 0) out["expires"] = cookie.expires;
  if (!cookie.same_site.empty()) out["same_site"] = lower(cookie.same_site);
  return out;
}

Task<Result<Evidence>> capture_cookies(browser::Tab& tab, EvidenceOptions options, Stop stop) {
  json::array list;
  auto url = parse_url(tab.url());
  if (url && url->is_web()) {
    auto cookies = co_await browser::cookies_for(tab, url->text(), stop);
    if (!cookies) co_return std::unexpected(std::move(cookies).error());
    for (const browser::Cookie& cookie : *cookies) {
      if (tab.policy().check_cookies_of(cookie.host())) list.push_back(cookie_meta(cookie));
    }
  }
  co_return json_evidence(EvidencePart::cookies_meta, json::object{{"cookies", std::move(list)}}, options);
}

// --- handed in ---

std::unexpected<Error> not_that(EvidencePart part, std::string_view wanted) {
  return fail(ErrorCode::invalid_arguments, cat("evidence.", word_of(part), " must be ", wanted));
}

Result<Evidence> given_text(EvidencePart part, const json::value& given, const EvidenceOptions& options) {
  const json::string* text = given.if_string();
  if (!text) return not_that(part, "text");
  return text_evidence(part, std::string{json::view(*text)}, options);
}

std::string_view picture_suffix(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG")) return ".png";
  if (bytes.starts_with("\xFF\xD8")) return ".jpg";
  if (bytes.starts_with("RIFF") && bytes.substr(std::min<std::size_t>(8, bytes.size())).starts_with("WEBP"))
    return ".webp";
  return {};
}

Result<Evidence> given_picture(const json::value& given) {
  const json::string* text = given.if_string();
  std::string_view encoded = text ? json::view(*text) : std::string_view{};
  constexpr std::string_view kMark = ";base64,";
  if (encoded.starts_with("data:image/") && encoded.contains(kMark))
    encoded.remove_prefix(encoded.find(kMark) + kMark.size());
  auto bytes = base64_decode(encoded);
  std::string_view suffix = bytes ? picture_suffix(*bytes) : std::string_view{};
  if (suffix.empty()) return not_that(EvidencePart::screenshot, "a PNG, WebP or JPEG picture in base64");
  return Evidence{.name = cat(file_of(EvidencePart::screenshot), suffix), .bytes = std::move(*bytes)};
}

// Whatever it is that has a cookie's name has its value beside it.
void drop_values(json::value& from) {
  if (json::array* items = from.if_array()) {
    for (json::value& item : *items) drop_values(item);
  } else if (json::object* members = from.if_object()) {
    members->erase("value");
    for (auto& member : *members) drop_values(member.value());
  }
}

Result<Evidence> given_json(EvidencePart part, const json::value& given, const EvidenceOptions& options) {
  if (!given.is_array() && !given.is_object()) return not_that(part, "a JSON array or object");
  json::value clean = given;
  // What is called "cookies" here is no secret: the values are, and go.
  if (part == EvidencePart::cookies_meta) {
    drop_values(clean);
  } else {
    clean = json::redact(clean);
  }
  return json_evidence(part, std::move(clean), options);
}

}  // namespace

Task<Result<Evidence>> capture_evidence(browser::Browser& browser, browser::Tab& tab, EvidencePart part,
                                        EvidenceOptions options, Stop stop) {
  switch (part) {
    case EvidencePart::dom:
      co_return co_await capture_dom(tab, options, stop);
    case EvidencePart::screenshot:
      co_return co_await capture_screenshot(browser, tab, stop);
    case EvidencePart::network:
      co_return capture_network(tab, options);
    case EvidencePart::console:
      co_return capture_console(tab, options);
    case EvidencePart::ax:
      co_return co_await capture_ax(tab, options, stop);
    case EvidencePart::cookies_meta:
      break;
  }
  co_return co_await capture_cookies(tab, options, stop);
}

Result<Evidence> evidence_from(EvidencePart part, const json::value& given, const EvidenceOptions& options) {
  switch (part) {
    case EvidencePart::dom:
    case EvidencePart::ax:
      return given_text(part, given, options);
    case EvidencePart::screenshot:
      return given_picture(given);
    case EvidencePart::network:
    case EvidencePart::console:
    case EvidencePart::cookies_meta:
      break;
  }
  return given_json(part, given, options);
}

}  // namespace oc::page
