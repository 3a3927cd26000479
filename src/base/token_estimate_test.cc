#include "base/token_estimate.h"

#include <gtest/gtest.h>

namespace oc {
namespace {

TEST(TokenEstimate, NothingIsNoneAndAnythingIsSome) {
  EXPECT_EQ(estimated_tokens(""), 0);
  EXPECT_EQ(estimated_tokens("a"), 1);
}

// The counts in the middle are those of a common tokenizer.
TEST(TokenEstimate, OrdinaryTextIsWithinAQuarter) {
  struct Sample {
    std::string_view text;
    double tokens;
  };
  for (const Sample& sample : {
           Sample{"The quick brown fox jumps over the lazy dog near the old river bank.", 15},
           Sample{R"({"url":"https://example.org/a/b","status":200,"title":"Some page"})", 21},
           Sample{"for (std::size_t i = 0; i < size; ++i) sum += values[i];", 21},
       }) {
    double estimate = static_cast<double>(estimated_tokens(sample.text));
    EXPECT_NEAR(estimate, sample.tokens, sample.tokens * 0.25) << sample.text;
  }
}

TEST(TokenEstimate, TwiceTheTextIsTwiceTheTokens) {
  std::string text(10'000, 'x');
  EXPECT_NEAR(static_cast<double>(estimated_tokens(text + text)),
              2.0 * static_cast<double>(estimated_tokens(text)), 1);
}

}  // namespace
}  // namespace oc
