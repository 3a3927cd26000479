#include "crawl/url_rules.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "page/wait.h"

namespace oc::crawl {
namespace {

constexpr std::size_t kLongestUrl = 2048;
constexpr std::size_t kMostSegments = 24;
constexpr std::size_t kMostRepeats = 3;
constexpr std::size_t kFewestAlike = 500;
constexpr std::size_t kMostShapes = 50'000;

bool is_tracking(std::string_view name) {
  static constexpr std::array<std::string_view, 8> kNames{"fbclid", "gclid", "msclkid", "mc_cid",
                                                          "mc_eid", "yclid", "igshid",  "dclid"};
  return name.starts_with("utm_") || std::ranges::find(kNames, name) != kNames.end();
}

std::string without_tracking(std::string_view query) {
  std::vector<std::string> kept;
  for (std::string_view pair : split(query, '&')) {
    if (pair.empty() || is_tracking(pair.substr(0, pair.find('=')))) continue;
    kept.emplace_back(pair);
  }
  return join(kept, "&");
}

bool is_address(std::string_view host) {
  return host.starts_with('[') || host.find_first_not_of("0123456789.") == std::string_view::npos;
}

// The part that somebody registered, as far as one can tell without a list: two labels, or three when the
// last two are as short as in co.uk.
std::string registered_part(const std::string& host) {
  if (is_address(host)) return host;
  auto labels = split(host, '.');
  if (labels.size() <= 2) return host;
  std::size_t keep = labels.back().size() == 2 && labels[labels.size() - 2].size() <= 3 ? 3 : 2;
  std::size_t first = labels.size() - std::min(keep, labels.size());
  std::string out;
  for (std::size_t i = first; i < labels.size(); ++i) out += cat(out.empty() ? "" : ".", labels[i]);
  return out;
}

// "/2026/11/15/x?page=3" → "/#/#/#/x?page=#"
std::string shape_of(const Url& url) {
  std::string shape = url.host;
  bool in_number = false;
  for (char c : cat(url.path, "?", url.query)) {
    bool digit = c >= '0' && c <= '9';
    if (!digit) shape += c;
    if (digit && !in_number) shape += '#';
    in_number = digit;
  }
  return shape;
}

bool repeats_itself(const Url& url) {
  std::map<std::string_view, std::size_t> seen;
  auto segments = split(url.path, '/');
  if (segments.size() > kMostSegments) return true;
  return std::ranges::any_of(
      segments, [&](std::string_view segment) { return !segment.empty() && ++seen[segment] > kMostRepeats; });
}

}  // namespace

std::optional<Url> canonical_url(const Url& url) {
  if (!url.is_web()) return std::nullopt;
  Url out = url;
  out.fragment.clear();
  out.has_fragment = false;
  out.username.clear();
  out.password.clear();
  out.query = without_tracking(url.query);
  out.has_query = !out.query.empty();
  if (out.path.empty()) out.path = "/";
  return out;
}

UrlRules::UrlRules(const Plan& plan, const Url& first)
    : scope_(plan.scope),
      origin_(first.origin()),
      host_(first.host),
      domain_(registered_part(first.host)),
      include_(plan.include),
      exclude_(plan.exclude),
      most_alike_(std::max<std::size_t>(kFewestAlike, 2 * static_cast<std::size_t>(plan.max_pages))) {}

bool UrlRules::in_scope(const Url& url) const {
  switch (scope_) {
    case Scope::origin:
      return url.origin() == origin_;
    case Scope::host:
      return url.host == host_;
    case Scope::domain:
      return registered_part(url.host) == domain_;
    case Scope::any:
      break;
  }
  return true;
}

bool UrlRules::is_wanted(const Url& url) const {
  std::string text = url.text();
  auto fits = [&](const std::string& pattern) { return page::matches_wildcard(text, pattern); };
  if (std::ranges::any_of(exclude_, fits)) return false;
  return include_.empty() || std::ranges::any_of(include_, fits);
}

bool UrlRules::is_new_enough(const Url& url) {
  if (url.path.size() + url.query.size() > kLongestUrl || repeats_itself(url)) return false;
  if (shapes_.size() >= kMostShapes) return false;
  return ++shapes_[shape_of(url)] <= most_alike_;
}

bool is_binary_path(std::string_view path) {
  static const std::set<std::string, std::less<>> kEndings{
      "png", "jpg", "jpeg", "gif",  "webp", "svg",  "ico", "avif", "bmp",  "mp3",   "mp4", "webm",
      "avi", "mov", "ogg",  "wav",  "zip",  "gz",   "tgz", "bz2",  "xz",   "7z",    "rar", "tar",
      "exe", "dmg", "iso",  "deb",  "rpm",  "css",  "js",  "mjs",  "map",  "woff2", "ttf", "otf",
      "eot", "pdf", "doc",  "docx", "xls",  "xlsx", "ppt", "pptx", "wasm", "bin",   "apk", "woff"};
  std::size_t slash = path.rfind('/');
  std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash)) return false;
  return kEndings.contains(lower(path.substr(dot + 1)));
}

}  // namespace oc::crawl
