#include "base/token_estimate.h"

#include <array>
#include <cmath>

namespace oc {
namespace {

// Tokens per thousand bytes of a class.
constexpr std::int64_t kLetter = 230;       // words of four to five letters
constexpr std::int64_t kDigit = 400;        // up to three digits a token
constexpr std::int64_t kPunctuation = 600;  // often with what is around it
constexpr std::int64_t kSpace = 40;         // most belong to the word behind them
constexpr std::int64_t kOther = 330;        // of characters that take several bytes

constexpr std::array<std::int64_t, 256> weights() {
  std::array<std::int64_t, 256> out{};
  for (int byte = 0; byte < 256; ++byte) {
    bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    bool is_digit = byte >= '0' && byte <= '9';
    std::int64_t weight = kPunctuation;
    if (is_letter) weight = kLetter;
    if (is_digit) weight = kDigit;
    if (byte <= ' ') weight = kSpace;
    if (byte >= 0x80) weight = kOther;
    out[static_cast<std::size_t>(byte)] = weight;
  }
  return out;
}

}  // namespace

std::int64_t estimated_tokens(std::string_view text) {
  static constexpr std::array<std::int64_t, 256> kWeights = weights();
  std::int64_t sum = 0;
  for (char c : text) sum += kWeights[static_cast<unsigned char>(c)];
  return (sum + 999) / 1000;
}

}  // namespace oc
