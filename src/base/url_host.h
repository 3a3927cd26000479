// The host of a URL in its one spelling, and the globs that name hosts. The domain guard rests on this: what
// a browser takes for one host must be spelled as one here.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace oc {

// Host of a web address (http, https, ws, wss, ftp, file) as a browser would normalise it: percent-decoded,
// lower case, "0x7f.1" → "127.0.0.1", "[0:0::1]" → "[::1]", "café.fr" → "xn--caf-dma.fr". Nothing when a
// browser would refuse it.
//
// Not a full UTS-46: Latin, Greek, Cyrillic and Armenian capitals become small, full-width forms and
// ideographic stops ASCII, invisible characters vanish. Other characters that UTS-46 maps to ASCII (ⓔ, 𝐞, ﬁ)
// are refused, so that no name passes for another. Text is not brought to NFC: open what was normalised here,
// never the text it came from.
std::optional<std::string> normalize_host(std::string_view text);

// Host of any other scheme: as written, but unusual bytes percent-encoded and IPv6 normalised.
std::optional<std::string> normalize_opaque_host(std::string_view text);

// %41 → A; a '%' without two hexadecimal digits stays.
std::string percent_decode(std::string_view text);

// Case does not count, nor one dot at the end. "x.org" is that host alone; "*.x.org" is all below it, at
// any depth, not x.org itself; "*" is everything. Elsewhere '*' is any run of characters without '.'.
bool host_matches_glob(std::string_view host, std::string_view glob);

}  // namespace oc
