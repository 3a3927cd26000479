// PlainUrl: scheme://host[:port][/path][?query] of an unencrypted connection. Not a general URL parser: what
// is not exactly that is refused.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace oc::net {

struct PlainUrl {
  std::string host;  // without brackets
  std::uint16_t port = 80;
  std::string target;  // path and query, never empty; without the fragment

  // For the Host header: brackets around IPv6, the port unless it is 80.
  std::string host_header() const;
  // The target without its query, which may hold secrets and does not belong into messages.
  std::string_view path() const { return std::string_view{target}.substr(0, target.find('?')); }
};

// invalid_arguments when the text is no URL of that scheme.
Result<PlainUrl> parse_plain_url(std::string_view url, std::string_view scheme);

}  // namespace oc::net
