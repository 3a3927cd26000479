#include "ledger/task_owner.h"

#include <gtest/gtest.h>

namespace oc::ledger {
namespace {

TEST(TaskOwner, ThisProcessRuns) {
  Owner self = this_process();
  EXPECT_GT(self.process_start, 0);
  EXPECT_TRUE(is_running(self, self));
}

TEST(TaskOwner, AReusedPidIsAnotherProcess) {
  Owner self = this_process();
  Owner earlier = self;
  ++earlier.process_start;
  EXPECT_FALSE(is_running(earlier, self));
}

TEST(TaskOwner, NothingRunsOnAfterAReboot) {
  Owner self = this_process();
  Owner earlier = self;
  earlier.boot_id = "another";
  EXPECT_FALSE(is_running(earlier, self));
}

TEST(TaskOwner, APidThatCannotBeIsNotRunning) {
  Owner self = this_process();
  for (std::int64_t pid : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40}) {
    Owner odd = self;
    odd.pid = pid;
    EXPECT_FALSE(is_running(odd, self));
  }
}

TEST(TaskOwner, OtherMachinesAreLeftAlone) {
  Owner self = this_process();
  EXPECT_TRUE(is_running({1, 1, "another", "elsewhere"}, self));
}

}  // namespace
}  // namespace oc::ledger
