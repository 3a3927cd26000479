#include "app/browser_setup.h"

#include <charconv>

#include "base/text.h"

namespace oc::app {
namespace {

constexpr int kSmallest = 64;
constexpr int kLargest = 8192;

std::optional<int> pixels(std::string_view text) {
  int number = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool whole = problem == std::errc{} && end == text.data() + text.size();
  return whole && number >= kSmallest && number <= kLargest ? std::optional{number} : std::nullopt;
}

// Chrome's own rules for names, as a second belt: they hold for WebSockets too, which the judge at the
// network layer does not see. Rules with a port are left to the judge.
std::string resolver_rules(const Config& config) {
  auto has_port = [](std::string_view glob) {
    std::size_t colon = glob.rfind(':');
    return colon != std::string_view::npos &&
           (!glob.starts_with('[') || glob.find("]:") != std::string_view::npos);
  };
  std::string rules;
  auto add = [&](std::string_view rule, std::string_view glob, std::string_view replacement) {
    if (!has_port(glob)) rules += cat(rules.empty() ? "" : ", ", rule, " ", glob, replacement);
  };
  if (config.allow_host.empty()) {
    for (const std::string& glob : config.blocked_domains) add("MAP", glob, " ~NOTFOUND");
    return rules;
  }
  for (const std::string& glob : config.allow_host) {
    if (has_port(glob)) return "";  // the host of one port cannot be told from the host
    add("EXCLUDE", glob, "");
  }
  return cat("MAP * ~NOTFOUND, ", rules);
}

}  // namespace

Result<browser::DomainPolicy> domain_policy(const Config& config, std::vector<std::uint16_t> own_ports) {
  return browser::DomainPolicy::make({.allow = config.allow_host,
                                      .block = config.blocked_domains,
                                      .file_roots = config.file_root,
                                      .own_ports = std::move(own_ports)});
}

Result<browser::BrowserOptions> browser_options(const Config& config) {
  browser::BrowserOptions options;
  auto sides = split(config.viewport, 'x');
  auto width = sides.size() == 2 ? pixels(sides[0]) : std::nullopt;
  auto height = sides.size() == 2 ? pixels(sides[1]) : std::nullopt;
  if (!width || !height) {
    return fail(ErrorCode::invalid_arguments,
                cat("--viewport: '", config.viewport, "' is not a size like 1280x720"),
                cat("Both sides from ", kSmallest, " to ", kLargest, "."));
  }
  auto policy = domain_policy(config, {});
  if (!policy)
    return std::unexpected(std::move(policy).error().in("--allow-host, --blocked-domains, --file-root"));
  options.link = {.attach = config.attach,
                  .chrome = config.chrome,
                  .home = config.home,
                  .headless = !config.headed,
                  .width = *width,
                  .height = *height,
                  .resolver_rules = resolver_rules(config),
                  .trace = config.trace_cdp,
                  .codec = config.cdp_codec};
  options.tabs = {.policy = std::make_shared<const browser::DomainPolicy>(std::move(*policy)),
                  .barrier = config.mode,
                  .width = *width,
                  .height = *height};
  options.downloads = cat(config.home, "/downloads");
  return options;
}

tool::PageSettings page_settings(const Config& config) {
  tool::PageSettings settings{.state_header = config.state_header,
                              .sanitize = !config.no_sanitize_content,
                              .max_inline_bytes = config.max_inline_bytes};
  settings.file_roots.push_back(cat(config.home, "/files"));
  for (const std::string& root : config.file_root) settings.file_roots.push_back(root);
  settings.readable_roots = settings.file_roots;
  settings.readable_roots.push_back(cat(config.home, "/downloads"));
  return settings;
}

}  // namespace oc::app
