// DomainPolicy: the one judge of which addresses the browser may visit and load. It judges names, not where
// they lead: a name may resolve to any address, so the server's own ports are closed for every host.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/url.h"

namespace oc::browser {

struct DomainRules {
  // Host globs as host_matches_glob() reads them, each with or without ":port": *.x.org, 10.0.*.*,
  // [::1]:8080.
  std::vector<std::string> allow;       // empty: every host
  std::vector<std::string> block;       // wins over `allow`
  std::vector<std::string> file_roots;  // absolute directories; file: is closed without one
  std::vector<std::uint16_t> own_ports;
};

// A value without a mutable part: copy it freely, also across threads.
class DomainPolicy {
 public:
  DomainPolicy() = default;  // every host, no files
  // invalid_arguments names the glob or the root that is wrong.
  static Result<DomainPolicy> make(DomainRules rules);

  // May a tab or frame go there? http, https, about:blank, about:srcdoc, and files below a file root. Errors:
  // domain_blocked; path_not_allowed for a file elsewhere; invalid_arguments for what is no absolute URL.
  //
  // Then open parse_url(url)->text(), not the text that was asked for, but what was judged.
  Result<void> check_navigation(std::string_view url) const;
  // May a page load it? As above, and also ws, wss, data:, blob: (judged by the address inside) and Chrome's
  // own error page.
  Result<void> check_request(std::string_view url) const;

  // May cookies of this host be seen and set? They know no ports: a rule about one port allows them, and does
  // not block them.
  Result<void> check_cookies_of(std::string_view host) const;

  // A policy that allows only what this one and `allow` both do. As in DomainRules an empty list means all.
  Result<DomainPolicy> narrowed_to(std::span<const std::string> allow) const;

  // No rule about hosts: only schemes, files and own ports are judged.
  bool is_open() const { return allow_.empty() && block_.empty(); }
  const std::vector<std::uint16_t>& own_ports() const { return own_ports_; }
  bool opens_files() const { return !file_roots_.empty(); }

 private:
  struct HostRule {
    std::string text;  // as it was given, for messages
    std::string glob;
    std::optional<std::uint16_t> port;
    bool is_this_machine = false;
  };
  using HostRules = std::vector<HostRule>;

  static Result<HostRule> parse_rule(std::string_view text);
  static Result<HostRules> parse_rules(std::span<const std::string> texts);
  Result<void> check_host(const Url& url) const;
  // Without a port: is there any port for which the rules let it pass?
  Result<void> check_rules(std::string_view host, std::optional<std::uint16_t> port,
                           std::string_view name) const;
  Result<void> check_file(const Url& url) const;

  std::vector<HostRules> allow_;  // each list must hold a rule for the host
  HostRules block_;
  std::vector<std::filesystem::path> file_roots_;
  std::vector<std::uint16_t> own_ports_;
};

}  // namespace oc::browser
