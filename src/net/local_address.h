// Host and Origin: who may talk to a server on this machine. Against DNS rebinding and cross-site requests
// both are parsed, never matched as substrings.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oc::net {

struct HostPort {
  std::string host;  // lower case, without brackets
  std::optional<std::uint16_t> port;
};

// "localhost:80", "127.0.0.1", "[::1]:8080"; nothing for anything else that is not a plain host and port.
std::optional<HostPort> parse_host_port(std::string_view text);

// A literal address of either family, not a name.
bool is_ip_address(std::string_view host);

// localhost, 127.0.0.0/8 or ::1.
bool is_loopback_name(std::string_view host);

// A Host header that names this server: a loopback name (or `own_host`) and our port.
bool is_own_host(std::string_view host_header, std::string_view own_host, std::uint16_t own_port);

// An Origin header that is this server's own: http or https, a host as above, our port. "null" is not.
bool is_own_origin(std::string_view origin, std::string_view own_host, std::uint16_t own_port);

}  // namespace oc::net
