#include "base/url_host.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"

namespace oc {
namespace {

constexpr std::string_view kForbidden{"\0\t\n\r #/:<>?@[\\]^|", 17};

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}
int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// One part of an IPv4 address: decimal, 0x hexadecimal or 0 octal. Too large is as large as can be.
std::optional<std::uint64_t> ipv4_part(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int base = 10;
  if (text.size() >= 2 && text[0] == '0') {
    base = text[1] == 'x' || text[1] == 'X' ? 16 : 8;
    text.remove_prefix(base == 16 ? 2 : 1);
  }
  std::uint64_t number = 0;
  for (char c : text) {
    int digit = hex_digit(c);
    if (digit < 0 || digit >= base) return std::nullopt;
    number = std::min<std::uint64_t>(number * base + digit, UINT32_MAX + std::uint64_t{1});
  }
  return number;
}

std::vector<std::string_view> parts_of(std::string_view host) {
  std::vector<std::string_view> parts = split(host, '.');
  if (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  return parts;
}

// A browser takes every host whose last part is a number for an IPv4 address, or else refuses it.
bool ends_in_number(std::string_view host) {
  std::string_view last = parts_of(host).back();
  return !last.empty() && (std::ranges::all_of(last, is_digit) || ipv4_part(last));
}

std::optional<std::string> normalize_ipv4(std::string_view host) {
  std::vector<std::string_view> parts = parts_of(host);
  if (parts.size() > 4) return std::nullopt;
  std::uint32_t address = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto number = ipv4_part(parts[i]);
    bool is_last = i + 1 == parts.size();
    // The last part fills what the others leave: 127.1 is 127.0.0.1.
    std::uint64_t limit = is_last ? std::uint64_t{1} << 8 * (5 - parts.size()) : 256;
    if (!number || *number >= limit) return std::nullopt;
    address |= static_cast<std::uint32_t>(*number << (is_last ? 0 : 8 * (3 - i)));
  }
  return cat(address >> 24, '.', address >> 16 & 255, '.', address >> 8 & 255, '.', address & 255);
}

// The longest run of zero pieces is written "::", the first of equals, none of one piece alone.
std::string ipv6_text(const std::array<std::uint16_t, 8>& pieces) {
  std::size_t gap_start = 8;
  std::size_t gap_length = 1;
  for (std::size_t i = 0; i < 8; ++i) {
    std::size_t end = i;
    while (end < 8 && pieces[end] == 0) ++end;
    if (end - i > gap_length) {
      gap_start = i;
      gap_length = end - i;
    }
  }
  std::string out = "[";
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == gap_start) {
      out += "::";
      i += gap_length - 1;
      continue;
    }
    char digits[4];
    if (!out.ends_with('[') && !out.ends_with(':')) out += ':';
    out.append(digits, std::to_chars(digits, digits + 4, pieces[i], 16).ptr);
  }
  return out += ']';
}

std::optional<std::string> normalize_ipv6(std::string_view bracketed) {
  if (!bracketed.ends_with(']')) return std::nullopt;
  std::string text{bracketed.substr(1, bracketed.size() - 2)};
  in6_addr address;
  if (text.find('\0') != std::string::npos || inet_pton(AF_INET6, text.c_str(), &address) != 1)
    return std::nullopt;
  std::array<std::uint16_t, 8> pieces{};
  for (std::size_t i = 0; i < 8; ++i)
    pieces[i] = static_cast<std::uint16_t>(address.s6_addr[2 * i] << 8 | address.s6_addr[2 * i + 1]);
  return ipv6_text(pieces);
}

// UTS-46 ignores these.
constexpr std::array<CodePointRange, 13> kIgnored{{{0xAD, 0xAD},
                                                   {0x34F, 0x34F},
                                                   {0x115F, 0x1160},
                                                   {0x17B4, 0x17B5},
                                                   {0x180B, 0x180F},
                                                   {0x200B, 0x200B},
                                                   {0x2060, 0x2060},
                                                   {0x2064, 0x2064},
                                                   {0x3164, 0x3164},
                                                   {0xFE00, 0xFE0F},
                                                   {0xFEFF, 0xFEFF},
                                                   {0x1BCA0, 0x1BCA3},
                                                   {0x1D173, 0x1D17A}}};
// What UTS-46 maps to ASCII or forbids; roughly, and rather too much than too little.
constexpr std::array<CodePointRange, 36> kRefused{
    {{0x80, 0xA0},       {0xAA, 0xAA},       {0xB2, 0xB3},       {0xB9, 0xBA},       {0xBC, 0xBE},
     {0x130, 0x130},     {0x132, 0x133},     {0x13F, 0x140},     {0x149, 0x149},     {0x1C4, 0x1CC},
     {0x1F1, 0x1F3},     {0x2B0, 0x2B8},     {0x2E0, 0x2E3},     {0x37E, 0x37E},     {0x1D2C, 0x1DBF},
     {0x1FEF, 0x1FEF},   {0x2000, 0x200A},   {0x200E, 0x2063},   {0x2065, 0x20A8},   {0x2100, 0x218F},
     {0x2460, 0x24FF},   {0x2A74, 0x2A76},   {0x2C7C, 0x2C7D},   {0x3000, 0x3000},   {0x3200, 0x33FF},
     {0xA7F1, 0xA7F4},   {0xE000, 0xF8FF},   {0xFB00, 0xFB06},   {0xFB29, 0xFB29},   {0xFE10, 0xFFFF},
     {0x107A5, 0x107A5}, {0x1CCD6, 0x1CCF9}, {0x1D400, 0x1D7FF}, {0x1F100, 0x1F190}, {0x1FBF0, 0x1FBF9},
     {0xE0000, 0xE0FFF}}};

// Capitals: `offset` to the small letter, or, when 0, the small letter follows each capital.
struct Capitals {
  CodePointRange range;
  char32_t offset;
};
constexpr std::array<Capitals, 19> kCapitals{{{{'A', 'Z'}, 32},
                                              {{0xC0, 0xD6}, 32},
                                              {{0xD8, 0xDE}, 32},
                                              {{0x100, 0x137}, 0},
                                              {{0x139, 0x148}, 0},
                                              {{0x14A, 0x177}, 0},
                                              {{0x179, 0x17E}, 0},
                                              {{0x388, 0x38A}, 37},
                                              {{0x38E, 0x38F}, 63},
                                              {{0x391, 0x3AB}, 32},
                                              {{0x400, 0x40F}, 80},
                                              {{0x410, 0x42F}, 32},
                                              {{0x460, 0x481}, 0},
                                              {{0x48A, 0x4BF}, 0},
                                              {{0x4C1, 0x4CE}, 0},
                                              {{0x4D0, 0x52F}, 0},
                                              {{0x531, 0x556}, 48},
                                              {{0x1E00, 0x1E95}, 0},
                                              {{0x1EA0, 0x1EFF}, 0}}};

char32_t small_letter(char32_t c) {
  for (const auto& [range, offset] : kCapitals) {
    if (c < range.first) break;
    if (c > range.last) continue;
    if (offset != 0) return c + offset;
    return (c - range.first) % 2 == 0 ? c + 1 : c;
  }
  return c == 0x178 ? 0xFF : c == 0x17F ? 's' : c == 0x386 ? 0x3AC : c == 0x38C ? 0x3CC : c;
}

// A host's characters as UTS-46 would map them, within the limits the header states.
std::optional<std::u32string> mapped_name(std::string_view name) {
  std::u32string out;
  for (char32_t c : to_code_points(name)) {
    if (c == 0x3002 || c == 0xFF0E || c == 0xFF61) c = '.';
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0;
    if (is_in(kIgnored, c)) continue;
    if (is_in(kRefused, c)) return std::nullopt;
    out += small_letter(c);
  }
  return out;
}

// RFC 3492, section 6.1 and 6.3, with the parameters of section 5.
std::uint32_t adapted_bias(std::uint32_t delta, std::uint32_t handled, bool is_first) {
  delta = is_first ? delta / 700 : delta / 2;
  delta += delta / handled;
  std::uint32_t steps = 0;
  for (; delta > 35 * 26 / 2; steps += 36) delta /= 35;
  return steps + 36 * delta / (delta + 38);
}

void append_variable_length(std::string& out, std::uint32_t number, std::uint32_t bias) {
  auto digit = [](std::uint32_t value) {
    return static_cast<char>(value < 26 ? 'a' + value : '0' + value - 26);
  };
  for (std::uint32_t k = 36;; k += 36) {
    std::uint32_t threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
    if (number < threshold) break;
    out += digit(threshold + (number - threshold) % (36 - threshold));
    number = (number - threshold) / (36 - threshold);
  }
  out += digit(number);
}

// REQUIRES: at most kLongestLabel characters; within that nothing overflows.
constexpr std::size_t kLongestLabel = 256;
std::string punycode(std::u32string_view label) {
  std::string out = "xn--";
  for (char32_t c : label) {
    if (c < 0x80) out += static_cast<char>(c);
  }
  auto basic = static_cast<std::uint32_t>(out.size() - 4);
  if (basic > 0) out += '-';
  char32_t handled_up_to = 0x80;
  std::uint32_t delta = 0;
  std::uint32_t bias = 72;
  for (std::uint32_t handled = basic; handled < label.size();) {
    char32_t next = 0x10FFFF;
    for (char32_t c : label) {
      if (c >= handled_up_to) next = std::min(next, c);
    }
    delta += (next - handled_up_to) * (handled + 1);
    for (char32_t c : label) {
      if (c < next) ++delta;
      if (c != next) continue;
      append_variable_length(out, delta, bias);
      bias = adapted_bias(delta, handled + 1, handled == basic);
      delta = 0;
      ++handled;
    }
    ++delta;
    handled_up_to = next + 1;
  }
  return out;
}

std::optional<std::string> name_in_ascii(std::string_view name) {
  if (std::ranges::all_of(name, is_ascii)) return lower(name);
  if (!is_valid_utf8(name)) return std::nullopt;
  auto mapped = mapped_name(name);
  if (!mapped) return std::nullopt;
  std::string out;
  for (std::size_t start = 0; start <= mapped->size();) {
    std::size_t end = std::min(mapped->find('.', start), mapped->size());
    std::u32string_view label = std::u32string_view{*mapped}.substr(start, end - start);
    if (start > 0) out += '.';
    if (std::ranges::all_of(label, [](char32_t c) { return c < 0x80; })) {
      out.append(label.begin(), label.end());
    } else if (label.size() <= kLongestLabel) {
      out += punycode(label);
    } else {
      return std::nullopt;
    }
    start = end + 1;
  }
  return out;
}

// '*' is any run of characters without '.'; both in lower case.
bool labels_match(std::string_view host, std::string_view glob) {
  std::size_t at = 0;
  std::size_t glob_at = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_end = 0;  // where the text that the last star stands for ends
  while (at < host.size()) {
    if (glob_at < glob.size() && glob[glob_at] == '*') {
      star = glob_at++;
      star_end = at;
    } else if (glob_at < glob.size() && glob[glob_at] == host[at]) {
      ++glob_at;
      ++at;
    } else if (star != std::string_view::npos && host[star_end] != '.') {
      glob_at = star + 1;
      at = ++star_end;
    } else {
      return false;
    }
  }
  while (glob_at < glob.size() && glob[glob_at] == '*') ++glob_at;
  return glob_at == glob.size();
}

}  // namespace

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool is_encoded =
        text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0;
    out += is_encoded ? static_cast<char>(hex_digit(text[i + 1]) << 4 | hex_digit(text[i + 2])) : text[i];
    if (is_encoded) i += 2;
  }
  return out;
}

std::optional<std::string> normalize_host(std::string_view text) {
  if (text.starts_with('[')) return normalize_ipv6(text);
  auto name = name_in_ascii(percent_decode(text));
  if (!name || name->empty()) return std::nullopt;
  bool is_clean = std::ranges::none_of(*name, [](char c) {
    return is_control(c) || c == '%' || kForbidden.find(c) != std::string_view::npos;
  });
  if (!is_clean) return std::nullopt;
  return ends_in_number(*name) ? normalize_ipv4(*name) : name;
}

std::optional<std::string> normalize_opaque_host(std::string_view text) {
  if (text.starts_with('[')) return normalize_ipv6(text);
  if (text.find_first_of(kForbidden) != std::string_view::npos) return std::nullopt;
  std::string out;
  for (char c : text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    auto byte = static_cast<unsigned char>(c);
    out += is_control(c) || byte >= 0x80 ? cat('%', kHex[byte >> 4], kHex[byte & 15]) : std::string(1, c);
  }
  return out;
}

bool host_matches_glob(std::string_view host, std::string_view glob) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (glob == "*") return true;
  std::string name = lower(host);
  std::string pattern = lower(glob);
  if (!pattern.starts_with("*.")) return labels_match(name, pattern);
  std::string_view below = std::string_view{pattern}.substr(2);
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
    if (dot > 0 && labels_match(std::string_view{name}.substr(dot + 1), below)) return true;
  }
  return false;
}

}  // namespace oc
