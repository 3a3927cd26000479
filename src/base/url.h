// Url: a web address as a browser understands it (url.spec.whatwg.org), with the browser's forgiveness for
// what pages really write. Not a full UTS-46: names beyond ASCII are lower-cased in ASCII only, then
// punycoded.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oc {

struct Url {
  std::string scheme;    // lower case, without ':'
  std::string username;  // percent-encoded
  std::string password;  // percent-encoded
  std::string host;      // lower case; 0x7f.1 is "127.0.0.1", IPv6 "[::1]", café.fr "xn--caf-dma.fr"
  std::optional<std::uint16_t> port;  // absent when it is the scheme's default
  std::string path;                   // percent-encoded, dot segments resolved; any text when is_opaque
  std::string query;                  // without '?'
  std::string fragment;               // without '#'
  bool has_authority = false;         // "scheme://…", even when the host is empty (file:///x)
  bool has_query = false;             // "x?" differs from "x"
  bool has_fragment = false;
  bool is_opaque = false;  // mailto:, javascript:, data:, about: …

  std::string text() const;
  std::string text_without_fragment() const;
  // "https://x.org:8443"; "null" for what has none. A blob: has that of the address inside it.
  std::string origin() const;
  bool is_web() const { return scheme == "http" || scheme == "https"; }
  // The explicit port, or the scheme's own: http and ws 80, https and wss 443, ftp 21.
  std::optional<std::uint16_t> effective_port() const;

  bool operator==(const Url&) const = default;
};

// An absolute URL, or nothing when a browser would refuse it.
std::optional<Url> parse_url(std::string_view text);
// What an href means on a page at `base`: "//host", "/p", "../p", "?q", "#f", "" or an absolute URL.
std::optional<Url> resolve_url(const Url& base, std::string_view reference);

// %41 → A; a '%' without two hexadecimal digits stays.
std::string percent_decode(std::string_view text);

// The host as Url::host spells it, or nothing when it is no valid host of a web address.
std::optional<std::string> normalize_host(std::string_view text);

// Case does not count, nor one dot at the host's end. "x.org" is that name alone; "*.x.org" is everything
// below it, at any depth, and not x.org; "*" is everything. Elsewhere a '*' stands for any run of characters
// without '.'.
bool host_matches_glob(std::string_view host, std::string_view glob);

}  // namespace oc
