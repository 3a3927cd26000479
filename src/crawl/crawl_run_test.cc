#include "crawl/crawl_run.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace oc::crawl {
namespace {

TEST(AnswerFromPages, CountsWhatWasKept) {
  json::array pages =
      json::parse(R"([{"url":"a","depth":0},{"url":"b","depth":2,"error":"timeout"}])")->as_array();
  json::object answer = answer_from_pages(pages);
  const json::object& summary = answer.at("summary").as_object();
  EXPECT_EQ(summary.at("total_pages").as_int64(), 2);
  EXPECT_EQ(summary.at("succeeded").as_int64(), 1);
  EXPECT_EQ(summary.at("failed").as_int64(), 1);
  EXPECT_EQ(summary.at("max_depth_reached").as_int64(), 2);
  EXPECT_EQ(answer.at("pages").as_array(), pages);
}

TEST(AnswerFromPages, OfNothing) {
  EXPECT_TRUE(answer_from_pages({}).at("pages").as_array().empty());
}

}  // namespace
}  // namespace oc::crawl
