#include "browser/domain_policy.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"

namespace oc::browser {
namespace {

namespace fs = std::filesystem;

// "127.0.0.1" for "[::ffff:7f00:1]": the same machine in IPv6's clothes. Any other host is answered as it is.
std::string without_mapping(const std::string& host) {
  constexpr std::string_view kMapped = "[::ffff:";
  if (!host.starts_with(kMapped)) return host;
  std::vector<std::string_view> pieces =
      split(std::string_view{host}.substr(kMapped.size(), host.size() - kMapped.size() - 1), ':');
  if (pieces.size() != 2) return host;
  std::uint32_t address = 0;
  for (std::string_view piece : pieces) {
    std::uint32_t number = 0;
    std::from_chars(piece.data(), piece.data() + piece.size(), number, 16);
    address = address << 16 | number;
  }
  return normalize_host(cat(address)).value_or(host);
}

// Any spelling of the machine we run on; 0.0.0.0, [::] and every name below localhost lead there too.
bool is_this_machine(std::string_view host) {
  return host_matches_glob(host, "localhost") || host_matches_glob(host, "*.localhost") ||
         host_matches_glob(host, "127.*.*.*") || host == "0.0.0.0" || host == "[::]" || host == "[::1]";
}

std::optional<std::uint16_t> parse_port(std::string_view digits) {
  std::uint16_t port = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc{} || end != digits.data() + digits.size() || port == 0) return std::nullopt;
  return port;
}

// A glob with '*' in lower case; nothing when no host could match it. Beyond ASCII only as "*.café.fr".
std::optional<std::string> normalize_glob(std::string_view glob) {
  auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '*';
  };
  if (glob == "*") return std::string{glob};
  if (glob.ends_with('.')) glob.remove_suffix(1);
  // "*." is a slip, and must not mean everything.
  if (glob == "*" || glob.find("**") != std::string_view::npos) return std::nullopt;
  std::string small = lower(glob);
  if (std::ranges::all_of(small, is_plain)) return small;
  if (!glob.starts_with("*.") || glob.find('*', 1) != std::string_view::npos) return std::nullopt;
  auto below = normalize_host(glob.substr(2));
  return below ? std::optional{cat("*.", *below)} : std::nullopt;
}

// The first few, for a hint.
template <class Items, class Text>
std::string listed(const Items& items, Text text_of) {
  constexpr std::size_t kShown = 5;
  std::string out;
  for (std::size_t i = 0; i < items.size() && i < kShown; ++i)
    out += cat(i == 0 ? "" : ", ", text_of(items[i]));
  if (items.size() > kShown) out += cat(" and ", items.size() - kShown, " more");
  return out;
}

bool is_empty_page(const Url& url) {
  return url.scheme == "about" && (url.path == "blank" || url.path == "srcdoc");
}

std::unexpected<Error> refuse_scheme(const Url& url) {
  return fail(ErrorCode::domain_blocked, cat("addresses with ", shorten(url.scheme, 40), ": are not allowed"),
              "Use http, https or about:blank.");
}

// Neither query nor user: both may hold secrets.
std::string shown(const Url& url) {
  return url.port ? cat(url.host, ":", *url.port) : url.host;
}

std::unexpected<Error> no_url(std::string_view text) {
  return fail(ErrorCode::invalid_arguments, cat("not an absolute URL: ", shorten(one_line(text), 100)),
              "Give the whole address, for example https://x.org/page.");
}

}  // namespace

Result<DomainPolicy::HostRule> DomainPolicy::parse_rule(std::string_view text) {
  auto refuse = [&](std::string_view reason) {
    return fail(ErrorCode::invalid_arguments,
                cat("not a host glob: \"", shorten(one_line(text), 100), "\" (", reason, ")"),
                "Write hosts as x.org, *.x.org (everything below it), 10.0.*.* or x.org:8080.");
  };
  if (text.empty()) return refuse("it is empty");
  if (std::ranges::any_of(text, [](char c) { return (c >= 0 && c <= ' ') || c == 0x7F; }))
    return refuse("it contains white space");
  if (text.find("://") != std::string_view::npos) return refuse("leave the scheme out");
  if (text.find_first_of("/\\?#@%") != std::string_view::npos) return refuse("only a host and a port");

  HostRule rule{.text = std::string{text}, .glob = {}, .port = {}};
  std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  if (bracket == std::string_view::npos) return refuse("the bracket is not closed");
  std::size_t colon = text.find(':', bracket);
  std::string_view host = text.substr(0, colon);
  if (colon != std::string_view::npos) {
    std::string_view digits = text.substr(colon + 1);
    if (digits.find(':') != std::string_view::npos) return refuse("IPv6 addresses go in brackets");
    rule.port = parse_port(digits);
    if (!rule.port) return refuse("the port must be a number from 1 to 65535");
  }
  if (host.starts_with('.')) return refuse("for everything below a name write *.name");
  if (host.find("..") != std::string_view::npos) return refuse("it has an empty part");
  bool has_star = host.find('*') != std::string_view::npos;
  auto glob = has_star ? normalize_glob(host) : normalize_host(host);
  if (!glob) return refuse("no host can have this name");
  if (!has_star && glob->ends_with('.')) glob->pop_back();
  rule.glob = std::move(*glob);
  rule.is_this_machine = is_this_machine(without_mapping(rule.glob));
  return rule;
}

Result<DomainPolicy::HostRules> DomainPolicy::parse_rules(std::span<const std::string> texts) {
  HostRules rules;
  for (const std::string& text : texts) {
    auto rule = parse_rule(text);
    if (!rule) return std::unexpected(std::move(rule).error());
    rules.push_back(std::move(*rule));
  }
  return rules;
}

Result<DomainPolicy> DomainPolicy::make(DomainRules rules) {
  auto policy = DomainPolicy{}.narrowed_to(rules.allow);
  if (!policy) return policy;
  auto block = parse_rules(rules.block);
  if (!block) return std::unexpected(std::move(block).error());
  policy->block_ = std::move(*block);
  for (const std::string& root : rules.file_roots) {
    if (!fs::path{root}.is_absolute() || root.find('\0') != std::string::npos)
      return fail(ErrorCode::invalid_arguments, cat("not an absolute directory: \"", one_line(root), "\""));
    policy->file_roots_.emplace_back(root);
  }
  policy->own_ports_ = std::move(rules.own_ports);
  return policy;
}

Result<DomainPolicy> DomainPolicy::narrowed_to(std::span<const std::string> allow) const {
  auto rules = parse_rules(allow);
  if (!rules) return std::unexpected(std::move(rules).error());
  DomainPolicy narrowed = *this;
  if (!rules->empty()) narrowed.allow_.push_back(std::move(*rules));
  return narrowed;
}

Result<void> DomainPolicy::check_navigation(std::string_view text) const {
  auto url = parse_url(text);
  if (!url) return no_url(text);
  if (url->is_web()) return check_host(*url);
  if (url->scheme == "file") return check_file(*url);
  if (is_empty_page(*url)) return {};
  return refuse_scheme(*url);
}

Result<void> DomainPolicy::check_request(std::string_view text) const {
  // Not parsed: such an address is often megabytes long, and nothing in it is a place.
  if (equals_ignoring_case(text.substr(0, 5), "data:")) return {};
  auto url = parse_url(text);
  if (!url) return no_url(text);
  if (url->scheme == "ws" || url->scheme == "wss") return check_host(*url);
  if (url->scheme == "data" || (url->scheme == "chrome-error" && url->host == "chromewebdata")) return {};
  if (url->scheme == "blob") {
    auto creator = parse_url(url->path);
    return creator && creator->is_web() ? check_host(*creator) : Result<void>{};
  }
  return check_navigation(text);
}

Result<void> DomainPolicy::check_host(const Url& url) const {
  std::uint16_t port = url.effective_port().value_or(0);
  if (std::ranges::find(own_ports_, port) != own_ports_.end())
    return fail(ErrorCode::domain_blocked,
                cat("port ", port, " belongs to this server; no page may reach it"),
                "Use another address. Under which name the server is called does not matter.");

  return check_rules(url.host, port, shown(url));
}

Result<void> DomainPolicy::check_cookies_of(std::string_view host) const {
  auto normal = normalize_host(host);
  if (!normal) return fail(ErrorCode::invalid_arguments, cat("not a host: ", shorten(one_line(host), 100)));
  return check_rules(*normal, std::nullopt, *normal);
}

Result<void> DomainPolicy::check_rules(std::string_view host, std::optional<std::uint16_t> port,
                                       std::string_view name) const {
  std::string machine = without_mapping(std::string{host});
  bool leads_here = is_this_machine(machine);
  auto is_blocked_by = [&](const HostRule& rule) {
    if (rule.port && rule.port != port) return false;
    return host_matches_glob(host, rule.glob) || host_matches_glob(machine, rule.glob) ||
           (rule.is_this_machine && leads_here);
  };
  auto block = std::ranges::find_if(block_, is_blocked_by);
  if (block != block_.end())
    return fail(ErrorCode::domain_blocked, cat(name, " is blocked by the rule ", block->text),
                "The server was started with this rule; use another address.");

  auto is_allowed_by = [&](const HostRule& rule) {
    return (!rule.port || !port || rule.port == port) && host_matches_glob(host, rule.glob);
  };
  for (const HostRules& rules : allow_) {
    if (std::ranges::any_of(rules, is_allowed_by)) continue;
    return fail(ErrorCode::domain_blocked, cat(name, " is not among the allowed hosts"),
                cat("Allowed: ", listed(rules, [](const HostRule& rule) { return rule.text; }), "."));
  }
  return {};
}

Result<void> DomainPolicy::check_file(const Url& url) const {
  if (file_roots_.empty())
    return fail(ErrorCode::domain_blocked, "addresses with file: are not allowed",
                "The server must be started with --file-root to open files.");
  // One answer for files elsewhere and files that are not: it must not tell which exist.
  auto refuse = [&] {
    return fail(ErrorCode::path_not_allowed,
                cat(shorten(one_line(url.path), 200), " is no file below a file root"),
                cat("Files below these can be opened: ",
                    listed(file_roots_, [](const fs::path& root) { return root.string(); }), "."));
  };
  // An encoded separator means one path to us and another to Chrome.
  std::string encoded = lower(url.path);
  bool is_ambiguous = encoded.find("%2f") != std::string::npos || encoded.find("%5c") != std::string::npos ||
                      encoded.find("%00") != std::string::npos;
  if (!url.host.empty() || is_ambiguous) return refuse();

  std::error_code error;
  fs::path file = fs::canonical(percent_decode(url.path), error);
  if (error) return refuse();
  for (const fs::path& root : file_roots_) {
    // Resolved each time: links may have changed since.
    fs::path resolved = fs::canonical(root, error);
    if (!error && std::ranges::mismatch(resolved, file).in1 == resolved.end()) return {};
  }
  return refuse();
}

}  // namespace oc::browser
