// Host and Origin, parsed by their grammar.
#include "net/local_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace oc::net {
namespace {

// The one spelling of an IPv6 address; nothing when the text is none.
std::optional<std::string> canonical_ipv6(std::string_view text) {
  in6_addr address;
  std::string terminated{text};
  if (terminated.find('\0') != std::string::npos) return std::nullopt;
  if (inet_pton(AF_INET6, terminated.c_str(), &address) != 1) return std::nullopt;
  char spelled[INET6_ADDRSTRLEN];
  if (inet_ntop(AF_INET6, &address, spelled, sizeof spelled) == nullptr) return std::nullopt;
  return std::string{spelled};
}

std::optional<std::uint16_t> parse_port(std::string_view digits) {
  std::uint16_t port = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc{} || end != digits.data() + digits.size() || port == 0) return std::nullopt;
  return port;
}

bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
         c == '_';
}

bool names_us(const HostPort& address, std::string_view own_host, std::uint16_t own_port,
              std::uint16_t default_port) {
  if (address.port.value_or(default_port) != own_port) return false;
  if (is_loopback_name(address.host)) return true;
  return !own_host.empty() && address.host == canonical_ipv6(own_host).value_or(lower(own_host));
}

}  // namespace

std::optional<HostPort> parse_host_port(std::string_view text) {
  HostPort out;
  std::string_view rest;
  if (text.starts_with('[')) {
    std::size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    auto address = canonical_ipv6(text.substr(1, close - 1));
    if (!address) return std::nullopt;
    out.host = std::move(*address);
    rest = text.substr(close + 1);
  } else {
    std::size_t colon = std::min(text.find(':'), text.size());
    std::string_view name = text.substr(0, colon);
    if (name.empty() || !std::ranges::all_of(name, is_host_character)) return std::nullopt;
    out.host = lower(name);
    rest = text.substr(colon);
  }
  if (rest.empty()) return out;
  if (!rest.starts_with(':')) return std::nullopt;
  out.port = parse_port(rest.substr(1));
  if (!out.port) return std::nullopt;
  return out;
}

bool is_ip_address(std::string_view host) {
  std::string terminated{host};
  in_addr address;
  if (terminated.find('\0') != std::string::npos) return false;
  return canonical_ipv6(host).has_value() || inet_pton(AF_INET, terminated.c_str(), &address) == 1;
}

bool is_loopback_name(std::string_view host) {
  if (equals_ignoring_case(host, "localhost")) return true;
  if (canonical_ipv6(host) == "::1") return true;
  std::string terminated{host};
  in_addr address;
  if (terminated.find('\0') != std::string::npos) return false;
  return inet_pton(AF_INET, terminated.c_str(), &address) == 1 && ntohl(address.s_addr) >> 24 == 127;
}

bool is_own_host(std::string_view host_header, std::string_view own_host, std::uint16_t own_port) {
  auto address = parse_host_port(host_header);
  return address && names_us(*address, own_host, own_port, 80);
}

bool is_own_origin(std::string_view origin, std::string_view own_host, std::uint16_t own_port) {
  std::size_t scheme_end = origin.find("://");
  if (scheme_end == std::string_view::npos) return false;
  std::string_view scheme = origin.substr(0, scheme_end);
  bool is_https = equals_ignoring_case(scheme, "https");
  if (!is_https && !equals_ignoring_case(scheme, "http")) return false;
  auto address = parse_host_port(origin.substr(scheme_end + 3));
  return address && names_us(*address, own_host, own_port, is_https ? 443 : 80);
}

}  // namespace oc::net
