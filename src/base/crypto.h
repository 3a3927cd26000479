// Hashing and message authentication (OpenSSL, inside the .cc only).
#pragma once
#include <string>
#include <string_view>

namespace oc {

std::string sha256(std::string_view bytes);  // 32 raw bytes
std::string hmac_sha256(std::string_view key, std::string_view bytes);
// Takes the same time whether the first or the last byte differs.
bool equals_in_constant_time(std::string_view a, std::string_view b);

}  // namespace oc
