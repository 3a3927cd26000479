#include "crawl/frontier.h"

#include <gtest/gtest.h>

namespace oc::crawl {
namespace {

using namespace std::chrono_literals;

Url url(std::string_view text) {
  return *parse_url(text);
}

TEST(Frontier, EachAddressOnceNearestFirst) {
  Frontier frontier{Strategy::bfs};
  EXPECT_TRUE(frontier.add(url("http://x/deep"), 2, 0));
  EXPECT_TRUE(frontier.add(url("http://x/a"), 1, 0));
  EXPECT_TRUE(frontier.add(url("http://y/b"), 1, 0));
  EXPECT_FALSE(frontier.add(url("http://x/a"), 1, 0));
  SteadyTime now{};
  EXPECT_EQ(frontier.take(now)->url.path, "/a");
  EXPECT_EQ(frontier.take(now)->url.path, "/b");
  EXPECT_EQ(frontier.take(now)->url.path, "/deep");
  EXPECT_FALSE(frontier.take(now));
  EXPECT_FALSE(frontier.add(url("http://x/a"), 1, 0)) << "not even after its visit";
}

TEST(Frontier, ThePromisingFirst) {
  Frontier frontier{Strategy::best_first};
  frontier.add(url("http://x/a"), 1, 0.1);
  frontier.add(url("http://x/b"), 3, 0.9);
  EXPECT_EQ(frontier.take({})->url.path, "/b");
}

TEST(Frontier, AHostIsLeftAloneBetweenItsPages) {
  Frontier frontier{Strategy::bfs};
  frontier.add(url("http://x/a"), 0, 0);
  frontier.add(url("http://x/b"), 0, 0);
  frontier.add(url("http://y/c"), 1, 0);
  frontier.set_delay("x", 1000ms);
  SteadyTime now = SteadyTime{} + 1h;
  EXPECT_EQ(frontier.take(now)->url.path, "/a");
  EXPECT_EQ(frontier.take(now)->url.path, "/c") << "another host meanwhile";
  EXPECT_FALSE(frontier.take(now));
  EXPECT_EQ(frontier.next_time(), now + 1000ms);
  EXPECT_EQ(frontier.take(now + 1000ms)->url.path, "/b");
  EXPECT_FALSE(frontier.next_time());
}

TEST(Frontier, APauseThatIsLearntLateCountsFromTheLastPage) {
  Frontier frontier{Strategy::bfs, 100ms};
  frontier.add(url("http://x/a"), 0, 0);
  frontier.add(url("http://x/b"), 0, 0);
  SteadyTime now = SteadyTime{} + 1h;
  ASSERT_TRUE(frontier.take(now));
  EXPECT_EQ(frontier.next_time(), now + 100ms);
  frontier.set_delay("x", 1000ms);
  EXPECT_EQ(frontier.next_time(), now + 1000ms);
  frontier.set_delay("x", 10ms);
  EXPECT_EQ(frontier.next_time(), now + 1000ms) << "the longer one holds";
}

TEST(Frontier, AnotherNameOfAVisitedPage) {
  Frontier frontier{Strategy::bfs};
  EXPECT_TRUE(frontier.note(url("http://x/real")));
  EXPECT_FALSE(frontier.add(url("http://x/real"), 1, 0));
  EXPECT_TRUE(frontier.knows(url("http://x/real")));
}

TEST(Frontier, Promise) {
  EXPECT_EQ(promise_of("green tea", "Green tea", url("http://x/1")), 1);
  EXPECT_EQ(promise_of("green tea", "Tea", url("http://x/1")), 0.5);
  EXPECT_EQ(promise_of("green tea", "", url("http://x/green/tea")), 1);
  EXPECT_EQ(promise_of("", "x", url("http://x/")), 0);
}

}  // namespace
}  // namespace oc::crawl
