#include "page/markdown_scripts.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

TEST(Scripts, SignsWhereThereAreAny) {
  EXPECT_EQ(superscript("2"), "²");
  EXPECT_EQ(superscript("−3"), "⁻³");
  EXPECT_EQ(superscript("n"), "ⁿ");
  EXPECT_EQ(subscript("10"), "₁₀");
  EXPECT_EQ(superscript(""), "");
}

TEST(Scripts, OrdinalsAndMarksReadAsTheyStand) {
  EXPECT_EQ(superscript("st"), "st");
  EXPECT_EQ(superscript("TM"), "™");
  EXPECT_EQ(superscript("[3]"), "[3]");
}

TEST(Scripts, OthersAreSpelled) {
  EXPECT_EQ(superscript("k"), "^k");
  EXPECT_EQ(superscript("α"), "^α");
  EXPECT_EQ(superscript("2k+1"), "^(2k+1)");
  EXPECT_EQ(subscript("ij"), "_ij");
  EXPECT_EQ(subscript("i+j"), "_(i+j)");
}

}  // namespace
}  // namespace oc::page
