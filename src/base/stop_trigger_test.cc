#include "base/stop_trigger.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"

namespace oc {
namespace {

using namespace std::chrono_literals;
using testing_support::Loop;

TEST(StopTrigger, FiresOnceWhenRequested) {
  Loop loop;
  StopSource source;
  int fired = 0;
  StopTrigger trigger{loop.executor(), source.stop(), [&] { ++fired; }};
  EXPECT_EQ(fired, 0);
  source.request(StopReason::cancelled);
  source.request(StopReason::shutdown);
  EXPECT_EQ(fired, 1);
}

TEST(StopTrigger, FiresAtOnceWhenRequestedBefore) {
  Loop loop;
  StopSource source;
  source.request(StopReason::cancelled);
  int fired = 0;
  StopTrigger trigger{loop.executor(), source.stop(), [&] { ++fired; }};
  EXPECT_EQ(fired, 1);
}

TEST(StopTrigger, FiresAtTheDeadline) {
  Loop loop;
  StopSource source{Stop{}, std::chrono::steady_clock::now() + 1ms};
  Signal fired{loop.executor()};
  StopTrigger trigger{loop.executor(), source.stop(), [&] { fired.notify_all(); }};
  EXPECT_TRUE(loop.run(fired.wait({})));
}

TEST(StopTrigger, IsSilentOnceGone) {
  Loop loop;
  StopSource source{Stop{}, std::chrono::steady_clock::now() - 1ms};
  int fired = 0;
  {
    StopTrigger trigger{loop.executor(), source.stop(), [&] { ++fired; }};
  }
  loop.io.run();
  source.request(StopReason::cancelled);
  EXPECT_EQ(fired, 0);
}

}  // namespace
}  // namespace oc
