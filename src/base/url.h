// Url: an address as a browser understands it (url.spec.whatwg.org), with a browser's patience for what pages
// really write. Left out: drive letters of Windows in file URLs, and parts of UTS-46 (url_host.h).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/url_host.h"

namespace oc {

struct Url {
  std::string scheme;                 // lower case, without ':'
  std::string username;               // percent-encoded
  std::string password;               // percent-encoded
  std::string host;                   // in its one spelling, see normalize_host(); IPv6 in brackets
  std::optional<std::uint16_t> port;  // absent when it is the scheme's default
  std::string path;                   // percent-encoded, dot segments resolved; any text when is_opaque
  std::string query;                  // without '?'
  std::string fragment;               // without '#'
  bool has_authority = false;         // "scheme://…", even when the host is empty (file:///x)
  bool has_query = false;             // "x?" is not "x"
  bool has_fragment = false;
  bool is_opaque = false;  // mailto:, javascript:, data:, about: …: nothing can be resolved against them

  std::string text() const;
  std::string text_without_fragment() const;
  // "https://x.org:8443"; "null" for what has none. A blob: has that of the address inside it.
  std::string origin() const;
  bool is_web() const { return scheme == "http" || scheme == "https"; }
  // The port, or the scheme's default; nothing for schemes without one.
  std::optional<std::uint16_t> effective_port() const;

  bool operator==(const Url&) const = default;
};

// An absolute URL; nothing when a browser would refuse it.
std::optional<Url> parse_url(std::string_view text);
// What an href means on a page at `base`: "//host", "/p", "../p", "?q", "#f", "" or an absolute URL.
std::optional<Url> resolve_url(const Url& base, std::string_view reference);

}  // namespace oc
