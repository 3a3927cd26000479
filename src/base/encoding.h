// base64 (RFC 4648, padded), base32 and hex.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace oc {

std::string base64_encode(std::string_view bytes);
std::string base64url_encode(std::string_view bytes);  // URL alphabet, no padding
// Strict: canonical alphabet, correct padding, no stray bits, no white space.
std::optional<std::string> base64_decode(std::string_view text);
std::optional<std::string> base64url_decode(std::string_view text);
std::string base32_encode(std::string_view bytes);  // A–Z2–7, no padding
std::string hex_encode(std::string_view bytes);     // lower case

}  // namespace oc
