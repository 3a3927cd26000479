// Random bytes from the operating system, and the identifiers made of them.
#pragma once
#include <cstdint>
#include <string>

namespace oc {

std::string random_bytes(std::size_t count);
// `count` random bytes as lower-case hex.
std::string random_hex(std::size_t count);
// A secret for a header or a URL: 256 bits, URL-safe characters.
std::string random_token();

}  // namespace oc
