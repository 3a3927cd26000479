#include "store/dated_id.h"

#include <algorithm>

#include "base/random.h"
#include "base/text.h"

namespace oc::store {
namespace {

constexpr std::size_t kTimeDigits = 13;  // until the year 2286
constexpr std::size_t kRandomBytes = 3;

}  // namespace

std::string dated_id(std::int64_t now_ms) {
  std::string digits = cat(now_ms < 0 ? 0 : now_ms);
  if (digits.size() < kTimeDigits) digits.insert(0, kTimeDigits - digits.size(), '0');
  return cat(digits, "-", random_hex(kRandomBytes));
}

bool is_dated_id(std::string_view text) {
  auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  auto is_hex = [&](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  return text.size() == kTimeDigits + 1 + 2 * kRandomBytes && text[kTimeDigits] == '-' &&
         std::ranges::all_of(text.substr(0, kTimeDigits), is_digit) &&
         std::ranges::all_of(text.substr(kTimeDigits + 1), is_hex);
}

}  // namespace oc::store
