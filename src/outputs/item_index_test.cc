#include "outputs/item_index.h"

#include <gtest/gtest.h>

namespace oc::outputs {
namespace {

std::vector<std::string> items_of(std::string_view payload, std::string_view member) {
  std::vector<std::string> out;
  auto spans = find_items(payload, member);
  for (const Span& span : *spans) out.emplace_back(payload.substr(span.begin, span.end - span.begin));
  return out;
}

TEST(ItemIndex, OfAListAndOfAMember) {
  EXPECT_EQ(items_of(R"([1,{"a":[2,3]},"x,]"])", ""),
            (std::vector<std::string>{"1", R"({"a":[2,3]})", R"("x,]")"}));
  EXPECT_EQ(items_of(R"({"summary":{"pages":[9]},"pages":[{"u":1},[]],"z":[5]})", "pages"),
            (std::vector<std::string>{R"({"u":1})", "[]"}));
  EXPECT_TRUE(items_of(R"({"pages":[]})", "pages").empty());
}

TEST(ItemIndex, WhatHasNoListHasNone) {
  EXPECT_FALSE(find_items(R"({"a":[1]})", ""));
  EXPECT_FALSE(find_items(R"({"a":[1]})", "pages"));
  EXPECT_FALSE(find_items(R"("pages")", "pages"));
}

TEST(ItemIndex, SpansComeBackAsTheyWere) {
  std::vector<Span> spans{{0, 5}, {6, std::uint64_t{1} << 40}};
  EXPECT_EQ(decode_spans(encode_spans(spans)), spans);
  EXPECT_TRUE(decode_spans("").empty());
}

}  // namespace
}  // namespace oc::outputs
