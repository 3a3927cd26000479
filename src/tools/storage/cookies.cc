// cookies — the cookies of the tab's page or of its whole workspace: read, set, delete.
// Tested by: tests/browser/cookies_storage_test.mjs
#include "browser/cookies.h"

#include "base/time_format.h"
#include "tool/tool.h"

namespace oc {

enum class CookieAction : std::uint8_t { get, set, remove, clear };
enum class SameSite : std::uint8_t { strict, lax, none };

template <>
struct EnumWords<CookieAction> {
  static constexpr std::array<std::string_view, 4> words{"get", "set", "delete", "clear"};
};
template <>
struct EnumWords<SameSite> {
  static constexpr std::array<std::string_view, 3> words{"strict", "lax", "none"};
};

namespace tools {
namespace {

using namespace oc::tool;
using browser::Cookie;
using Cookies = std::vector<Cookie>;

constexpr std::size_t kMostListed = 500;
constexpr std::size_t kMostBytes = 4096;  // of name and value, as browsers have it

struct Args {
  CookieAction action = CookieAction::get;
  std::optional<std::string> name;
  std::optional<std::string> value;
  std::optional<std::string> url;
  std::optional<std::string> domain;
  std::optional<std::string> path;
  bool all = false;
  bool reveal = false;
  std::optional<bool> secure;
  std::optional<bool> http_only;
  std::optional<SameSite> same_site;
  std::optional<json::value> expires;
};

const Record<Args> kParams{
    required("action", &Args::action),
    optional("name", &Args::name).max_length(kMostBytes),
    optional("value", &Args::value).max_length(kMostBytes),
    optional("url", &Args::url, "Cookies that are sent there; default: the tab's page.").max_length(65'536),
    optional("domain", &Args::domain, "Cookies of this host and those below it.").max_length(255),
    optional("path", &Args::path).max_length(kMostBytes),
    optional("all", &Args::all, "The whole workspace."),
    optional("reveal", &Args::reveal, "Show values of HttpOnly cookies."),
    optional("secure", &Args::secure),
    optional("http_only", &Args::http_only),
    optional("same_site", &Args::same_site),
    optional("expires", &Args::expires, "Unix seconds or ISO 8601; default: with the browser."),
};

constexpr EffectRule kRules[] = {{"action", "get", Effect::observation}};

std::unexpected<Error> invalid(std::string message, std::string hint = {}) {
  return fail(ErrorCode::invalid_arguments, std::move(message), std::move(hint));
}

// The profile of somebody's own browser: nothing there is ours to look through.
bool is_users_profile(TabContext& context) {
  return context.browser().is_someone_elses() && context.tab().workspace() == browser::kDefaultWorkspace;
}

std::unexpected<Error> not_ours() {
  return fail(ErrorCode::unsupported, "in an attached browser only cookies of the tab's own site can be used",
              "Leave url, domain and all out, or work in a workspace of your own.");
}

bool is_below(std::string_view host, std::string_view domain) {
  return host == domain || (host.size() > domain.size() && host.ends_with(domain) &&
                            host[host.size() - domain.size() - 1] == '.');
}

// --- which cookies ---

Result<void> check_combination(const Args& args) {
  bool sets = args.value || args.secure || args.http_only || args.same_site || args.expires;
  if (args.action == CookieAction::set) {
    if (!args.name || !args.value) return invalid("set needs name and value");
    if (args.all || args.reveal) return invalid("set takes neither all nor reveal");
    if (args.url && args.domain) return invalid("give url or domain, not both");
    return {};
  }
  if (sets) return invalid("value, secure, http_only, same_site and expires belong to action set");
  if (args.all && args.url) return invalid("give url or all, not both");
  if (args.action == CookieAction::remove && !args.name)
    return invalid("delete needs a name", "To delete all cookies of a page give action clear with its url.");
  bool filtered = args.name || args.url || args.domain || args.path;
  if (args.action == CookieAction::clear && !filtered && !args.all)
    return invalid("clear needs url, domain, path or name", "all: true clears the whole workspace.");
  return {};
}

// The address that the cookies are for: the one given, or that of the page.
Result<Url> address_of(TabContext& context, const Args& args) {
  std::string text = args.url.value_or(context.tab().url());
  auto url = parse_url(text);
  if (!url || !url->is_web()) {
    return invalid(cat(shorten(one_line(text.empty() ? "about:blank" : text), 200), " has no cookies"),
                   "Give the url of a web page, a domain, or all: true.");
  }
  OC_TRY(context.tab().policy().check_request(url->text()));
  auto page = parse_url(context.tab().url());
  if (is_users_profile(context) && (!page || page->host != url->host)) return not_ours();
  return *url;
}

Result<std::string> domain_of(const Args& args) {
  std::string_view text = *args.domain;
  if (text.starts_with('.')) text.remove_prefix(1);
  auto host = normalize_host(text);
  if (!host || host->empty()) return invalid(cat("not a domain: ", shorten(one_line(*args.domain), 100)));
  return *host;
}

Task<Result<Cookies>> cookies_in_scope(TabContext& context, const Args& args) {
  bool wide = args.all || args.domain;
  if (wide && !is_users_profile(context))
    co_return co_await browser::all_cookies(context.browser(), context.tab().workspace(), context.stop());
  if (args.all) co_return not_ours();
  auto url = address_of(context, args);
  if (!url) co_return std::unexpected(std::move(url).error());
  co_return co_await browser::cookies_for(context.tab(), url->text(), context.stop());
}

Task<Result<Cookies>> wanted_cookies(TabContext& context, const Args& args) {
  std::optional<std::string> domain;
  if (args.domain) {
    auto host = domain_of(args);
    if (!host) co_return std::unexpected(std::move(host).error());
    OC_CO_TRY(context.tab().policy().check_cookies_of(*host));
    domain = std::move(*host);
  }
  auto found = co_await cookies_in_scope(context, args);
  if (!found) co_return found;
  std::erase_if(*found, [&](const Cookie& cookie) {
    return (args.name && cookie.name != *args.name) || (args.path && cookie.path != *args.path) ||
           (domain && !is_below(cookie.host(), *domain)) ||
           !context.tab().policy().check_cookies_of(cookie.host());
  });
  co_return found;
}

// --- answers ---

json::object shown(const Cookie& cookie, bool reveal) {
  bool masked = cookie.http_only && !reveal;
  json::object out{{"name", cookie.name}};
  out["value"] = masked ? cat("(masked, ", cookie.value.size(), " characters)") : cookie.value;
  out["domain"] = cookie.domain;
  out["path"] = cookie.path;
  // Browsers keep no cookie longer than 400 days, but a profile may hold older ones that say "never".
  constexpr double kLast = 253'402'300'799;  // the end of year 9999
  if (cookie.expires >= 0)
    out["expires"] = iso8601(static_cast<std::int64_t>(std::min(cookie.expires, kLast) * 1000));
  if (cookie.http_only) out["http_only"] = true;
  if (cookie.secure) out["secure"] = true;
  if (!cookie.same_site.empty()) out["same_site"] = lower(cookie.same_site);
  if (!cookie.partition.is_null()) out["partition"] = cookie.partition;
  return out;
}

Task<Result<ToolOutput>> get(TabContext& context, const Args& args) {
  auto found = co_await wanted_cookies(context, args);
  if (!found) co_return std::unexpected(std::move(found).error());
  json::array list;
  for (const Cookie& cookie : *found) {
    if (list.size() == kMostListed) break;
    list.push_back(shown(cookie, args.reveal));
  }
  json::object answer{{"cookies", std::move(list)}};
  if (found->size() > kMostListed) answer["left_out"] = found->size() - kMostListed;
  co_return ToolOutput::json(std::move(answer));
}

Task<Result<ToolOutput>> remove(TabContext& context, const Args& args) {
  auto found = co_await wanted_cookies(context, args);
  if (!found) co_return std::unexpected(std::move(found).error());
  if (!found->empty()) context.tab().note_deed();
  json::array names;
  for (const Cookie& cookie : *found) {
    OC_CO_TRY(co_await browser::delete_cookie(context.tab(), cookie, context.stop()));
    if (names.size() < kMostListed) names.emplace_back(cookie.name);
  }
  co_return ToolOutput::json(json::object{{"deleted", found->size()}, {"names", std::move(names)}});
}

// --- set ---

Result<double> expiry_of(const json::value& given, std::int64_t now_ms) {
  double seconds = 0;
  if (given.is_number()) {
    seconds = given.to_number<double>();
  } else {
    const json::string* text = given.if_string();
    auto at = text ? parse_iso8601(json::view(*text)) : std::nullopt;
    if (!at) return invalid("expires must be Unix seconds or a time such as 2030-01-31T12:00:00Z");
    seconds = static_cast<double>(*at) / 1000;
  }
  constexpr double kMilliseconds = 1e11;  // nobody means the year 5138
  if (seconds > kMilliseconds) return invalid("expires is in seconds, not milliseconds");
  if (seconds * 1000 <= static_cast<double>(now_ms))
    return invalid("expires is in the past", "To remove a cookie use action delete.");
  return seconds;
}

Result<void> check_text(const Args& args) {
  auto breaks = [](char c, std::string_view marks) {
    return static_cast<unsigned char>(c) < ' ' || c == 0x7F || marks.contains(c);
  };
  if (std::ranges::any_of(*args.name, [&](char c) { return breaks(c, "=; "); }))
    return invalid("the name of a cookie has no spaces, =, ; or control characters");
  if (std::ranges::any_of(*args.value, [&](char c) { return breaks(c, ";"); }))
    return invalid("the value of a cookie has no ; or control characters",
                   "Encode it, for example %3B for ;.");
  if (args.name->empty()) return invalid("the name is empty");
  if (args.name->size() + args.value->size() > kMostBytes)
    return invalid(cat("name and value have more than ", kMostBytes, " bytes"));
  if (args.path && !args.path->starts_with('/')) return invalid("path begins with /");
  if (args.same_site == SameSite::none && !args.secure.value_or(false))
    return invalid("same_site none needs secure: true");
  return {};
}

Result<Cookie> cookie_to_set(TabContext& context, const Args& args) {
  OC_TRY(check_text(args));
  Cookie out{.name = *args.name,
             .value = *args.value,
             .domain = {},
             .path = args.path.value_or(""),
             .http_only = args.http_only.value_or(false),
             .secure = args.secure.value_or(false)};
  constexpr std::array<std::string_view, 3> kSameSite{"Strict", "Lax", "None"};
  if (args.same_site) out.same_site = kSameSite[static_cast<std::size_t>(*args.same_site)];
  if (args.expires) {
    auto at = expiry_of(*args.expires, context.clock().now_ms());
    if (!at) return std::unexpected(std::move(at).error());
    out.expires = *at;
  }
  if (!args.domain) return out;
  auto host = domain_of(args);
  if (!host) return std::unexpected(std::move(host).error());
  OC_TRY(context.tab().policy().check_cookies_of(*host));
  auto page = parse_url(context.tab().url());
  if (is_users_profile(context) && (!page || !is_below(page->host, *host))) return not_ours();
  // As a server's Domain= means it: of all hosts below it too. An address and a bare name have none below.
  bool is_name = host->contains('.') && !host->ends_with(']') && (host->back() < '0' || host->back() > '9');
  out.domain = is_name ? cat(".", *host) : std::move(*host);
  return out;
}

// What the browser made of it: a cookie that it dropped at once was not set.
Task<Result<ToolOutput>> set(TabContext& context, const Args& args) {
  auto cookie = cookie_to_set(context, args);
  if (!cookie) co_return std::unexpected(std::move(cookie).error());
  std::string url;
  if (!args.domain) {
    auto address = address_of(context, args);
    if (!address) co_return std::unexpected(std::move(address).error());
    url = address->text();
    if (cookie->path.empty()) cookie->path = "/";
  }
  context.tab().note_deed();
  OC_CO_TRY(co_await browser::set_cookie(context.tab(), *cookie, url, context.stop()));
  std::string host = args.domain ? std::string{cookie->host()} : parse_url(url)->host;
  std::string there =
      cat(cookie->secure ? "https://" : "http://", host, cookie->path.empty() ? "/" : cookie->path);
  auto kept = co_await browser::cookies_for(context.tab(), std::move(there), context.stop());
  if (!kept) co_return std::unexpected(std::move(kept).error());
  for (const Cookie& one : *kept) {
    bool same = one.name == cookie->name && one.value == cookie->value && one.host() == host;
    if (same) co_return ToolOutput::json(json::object{{"set", shown(one, true)}});
  }
  co_return invalid("the browser did not keep the cookie",
                    "A secure cookie needs an https address, and __Host- names a path of / and no domain.");
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  OC_CO_TRY(check_combination(args));
  switch (args.action) {
    case CookieAction::get:
      co_return co_await get(context, args);
    case CookieAction::set:
      co_return co_await set(context, args);
    case CookieAction::remove:
    case CookieAction::clear:
      break;
  }
  co_return co_await remove(context, args);
}

}  // namespace

const Tool& cookies() {
  static const Tool tool{{.name = "cookies",
                          .title = "Cookies",
                          .summary = "Read, set or delete cookies of the page or its workspace.",
                          .use_when = "you need a login's state, or to begin with a clean one.",
                          .avoid_when = "localStorage or sessionStorage is meant: use storage.",
                          .tier = Tier::specialist,
                          .effect = Effect::action,
                          .effect_rules = kRules,
                          .secret_argument = "value",
                          .looks = false},
                         kParams,
                         run};
  return tool;
}

}  // namespace tools
}  // namespace oc
