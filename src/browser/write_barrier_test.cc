#include "browser/write_barrier.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::browser {
namespace {

json::object request(std::string_view method, std::string_view url = "http://x.org/save") {
  return {{"method", method}, {"url", url}};
}

TEST(WriteBarrier, OffHoldsNothing) {
  WriteBarrier barrier;
  EXPECT_FALSE(barrier.hold(request("POST"), "Fetch"));
  EXPECT_FALSE(barrier.hold(request("DELETE"), "Ping"));
  EXPECT_EQ(barrier.held(), 0U);
  EXPECT_TRUE(barrier.take_untold().requests.empty());
}

TEST(WriteBarrier, SafeMethodsPassAndAllOthersDoNot) {
  WriteBarrier barrier{BarrierMode::observe};
  for (std::string_view method : {"GET", "HEAD", "OPTIONS", "TRACE"})
    EXPECT_FALSE(barrier.hold(request(method), "XHR")) << method;
  for (std::string_view method : {"POST", "PUT", "PATCH", "DELETE", "MKCOL", "post", "get", ""})
    EXPECT_TRUE(barrier.hold(request(method), "XHR")) << method;
  EXPECT_TRUE(barrier.hold(request("GET"), "Ping")) << "a beacon writes";
  EXPECT_EQ(barrier.held(), 9U);
}

TEST(WriteBarrier, TellsWhatItWasOnceAndNotWhatItCarried) {
  WriteBarrier barrier{BarrierMode::observe};
  json::object post = request("POST");
  post["postData"] = "secret=1";
  barrier.hold(post, "Document");
  post["postDataEntries"] = json::array{json::object{{"bytes", "c2VjcmV0"}}, json::object{{"bytes", "MQ=="}}};
  barrier.hold(post, "Document");
  post["postDataEntries"] = json::array{json::object{}};
  barrier.hold(post, "Document");
  barrier.hold({{"method", "POST"}, {"url", "http://x.org/"}, {"hasPostData", true}}, "Fetch");
  barrier.hold(request("DELETE", "http://x.org/1"), "Fetch");
  auto told = barrier.take_untold().requests;
  ASSERT_EQ(told.size(), 5U);
  EXPECT_EQ(told[0].method, "POST");
  EXPECT_EQ(told[0].url, "http://x.org/save");
  EXPECT_EQ(told[0].body_bytes, 8);
  EXPECT_GT(told[0].ts_ms, 0);
  EXPECT_EQ(told[1].body_bytes, 7);
  EXPECT_EQ(told[2].body_bytes, -1);
  EXPECT_EQ(told[3].body_bytes, -1);
  EXPECT_EQ(told[4].body_bytes, 0);
  EXPECT_TRUE(barrier.take_untold().requests.empty());
  EXPECT_EQ(barrier.held(), 5U);
}

TEST(WriteBarrier, KeepsTheNewestAndCountsTheRest) {
  WriteBarrier barrier{BarrierMode::observe};
  for (int i = 0; i < 25; ++i) barrier.hold(request("POST", cat("http://x.org/", i)), "Fetch");
  auto told = barrier.take_untold();
  EXPECT_EQ(told.requests.size(), 20U);
  EXPECT_EQ(told.requests.front().url, "http://x.org/5");
  EXPECT_EQ(told.requests.back().url, "http://x.org/24");
  EXPECT_EQ(told.dropped, 5U);
  EXPECT_EQ(barrier.take_untold().dropped, 0U);
}

TEST(WriteBarrier, AChangeIsHeardOnce) {
  WriteBarrier barrier;
  int heard = 0;
  barrier.on_change([&] { ++heard; });
  barrier.set_mode(BarrierMode::act);
  EXPECT_EQ(heard, 0);
  barrier.set_mode(BarrierMode::observe);
  EXPECT_EQ(heard, 1);
  EXPECT_TRUE(barrier.holds_writes());
}

}  // namespace
}  // namespace oc::browser
