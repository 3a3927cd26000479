#include "base/task.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/testing/run_loop.h"

namespace oc {
namespace {

using namespace std::chrono_literals;
using testing_support::Loop;

Task<void> wait_and_set(Signal& signal, Stop stop, std::optional<bool>& outcome) {
  bool woken = co_await signal.wait(stop);
  outcome = woken;
}

TEST(Task, SleepEndsEarlyWhenStopped) {
  Loop loop;
  StopSource source;
  loop.post([&] { source.request(StopReason::cancelled); });
  EXPECT_FALSE(loop.run(sleep_for(1h, source.stop())));
  EXPECT_TRUE(loop.run(sleep_for(1us, Stop{})));
}

TEST(Task, SleepEndsAtTheDeadline) {
  Loop loop;
  StopSource source{Stop{}, std::chrono::steady_clock::now() + 1ms};
  EXPECT_FALSE(loop.run(sleep_for(1h, source.stop())));
}

TEST(Task, SignalWakesAllWhoWait) {
  Loop loop;
  Signal signal{loop.executor()};
  Nursery nursery{loop.executor(), loop.log};
  std::optional<bool> a;
  std::optional<bool> b;
  nursery.start("a", wait_and_set(signal, {}, a));
  nursery.start("b", wait_and_set(signal, {}, b));
  loop.post([&] { signal.notify_all(); });
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_EQ(a, true);
  EXPECT_EQ(b, true);
}

TEST(Task, SignalWaitEndsWithItsStopAndLeavesOthersWaiting) {
  Loop loop;
  Signal signal{loop.executor()};
  Nursery nursery{loop.executor(), loop.log};
  StopSource source;
  std::optional<bool> stopped;
  std::optional<bool> woken;
  nursery.start("stopped", wait_and_set(signal, source.stop(), stopped));
  nursery.start("woken", wait_and_set(signal, {}, woken));
  loop.post([&] {
    source.request(StopReason::cancelled);
    loop.post([&] { signal.notify_all(); });
  });
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_EQ(stopped, false);
  EXPECT_EQ(woken, true);
}

Task<void> throwing() {
  throw std::runtime_error("boom");
  co_return;
}

TEST(Task, ExceptionsOfChildrenAreLoggedAndCounted) {
  Loop loop;
  Nursery nursery{loop.executor(), loop.log};
  nursery.start("child", throwing());
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_NE(loop.logged.find("child ended by an exception: boom"), std::string::npos);
}

TEST(Task, JoinGivesUpAtItsStop) {
  Loop loop;
  Nursery nursery{loop.executor(), loop.log};
  StopSource child;
  nursery.start("sleeper", [](Stop stop) -> Task<void> { (void)co_await sleep_for(1h, stop); }(child.stop()));
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 1ms};
  EXPECT_FALSE(loop.run(nursery.join(limit.stop())));
  child.request(StopReason::shutdown);
  EXPECT_TRUE(loop.run(nursery.join({})));
}

}  // namespace
}  // namespace oc
