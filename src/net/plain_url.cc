// Parses the few URLs that need no encryption: http:// and ws://.
#include "net/plain_url.h"

#include <algorithm>

#include "base/text.h"
#include "net/local_address.h"

namespace oc::net {

std::string PlainUrl::host_header() const {
  bool is_ipv6 = host.find(':') != std::string::npos;
  std::string name = is_ipv6 ? cat("[", host, "]") : host;
  return port == 80 ? name : cat(name, ":", port);
}

Result<PlainUrl> parse_plain_url(std::string_view url, std::string_view scheme) {
  auto refuse = [&](std::string_view reason) {
    return fail(ErrorCode::invalid_arguments,
                cat("not a URL that can be used: ", shorten(one_line(url), 200), " (", reason, ")"));
  };
  std::size_t scheme_end = url.find("://");
  if (scheme_end == std::string_view::npos || !equals_ignoring_case(url.substr(0, scheme_end), scheme)) {
    return refuse(cat("it must start with ", scheme, "://"));
  }
  std::string_view rest = url.substr(scheme_end + 3);
  rest = rest.substr(0, rest.find('#'));
  std::size_t authority_end = std::min(rest.find_first_of("/?"), rest.size());
  auto address = parse_host_port(rest.substr(0, authority_end));
  if (!address) return refuse("host or port is malformed");
  std::string_view target = rest.substr(authority_end);
  bool is_printable = std::ranges::all_of(target, [](char c) { return c > ' ' && c < '\x7f'; });
  if (!is_printable) return refuse("spaces and non-ASCII characters must be percent-encoded");
  return PlainUrl{std::move(address->host), address->port.value_or(80),
                  target.starts_with('/') ? std::string{target} : cat("/", target)};
}

}  // namespace oc::net
