#include "base/encoding.h"

#include <array>
#include <cstdint>

namespace oc {
namespace {

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kBase64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view kHex = "0123456789abcdef";

// `bits` bits of input per output character, most significant first; the last group is filled with zeros.
std::string encode(std::string_view bytes, std::string_view alphabet, unsigned bits) {
  std::string out;
  out.reserve(bytes.size() * 8 / bits + 1);
  std::uint32_t buffer = 0;
  unsigned held = 0;
  for (char byte : bytes) {
    buffer = (buffer << 8) | static_cast<std::uint8_t>(byte);
    held += 8;
    while (held >= bits) {
      held -= bits;
      out += alphabet[(buffer >> held) & ((1U << bits) - 1)];
    }
    buffer &= (1U << held) - 1;
  }
  if (held > 0) out += alphabet[(buffer << (bits - held)) & ((1U << bits) - 1)];
  return out;
}

std::optional<std::string> decode64(std::string_view text, std::string_view alphabet) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() * 3 / 4);
  std::uint32_t buffer = 0;
  unsigned held = 0;
  for (char c : text) {
    std::size_t digit = alphabet.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    buffer = (buffer << 6) | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>((buffer >> held) & 0xFF);
    }
    buffer &= (1U << held) - 1;
  }
  if (buffer != 0) return std::nullopt;  // bits that encode nothing: not canonical
  return out;
}

}  // namespace

std::string base64_encode(std::string_view bytes) {
  std::string out = encode(bytes, kBase64, 6);
  while (out.size() % 4 != 0) out += '=';
  return out;
}

std::string base64url_encode(std::string_view bytes) {
  return encode(bytes, kBase64Url, 6);
}

std::optional<std::string> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  if (text.ends_with("=")) text.remove_suffix(text.ends_with("==") ? 2 : 1);
  return decode64(text, kBase64);
}

std::optional<std::string> base64url_decode(std::string_view text) {
  return decode64(text, kBase64Url);
}

std::string base32_encode(std::string_view bytes) {
  return encode(bytes, kBase32, 5);
}

std::string hex_encode(std::string_view bytes) {
  return encode(bytes, kHex, 4);
}

}  // namespace oc
