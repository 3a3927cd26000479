#include "app/tasks_command.h"

#include <gtest/gtest.h>

namespace oc::app {
namespace {

TEST(TasksCommand, ALineSaysWhatAPersonWantsToKnow) {
  ledger::TaskRecord task{.task_id = "0123456789abcdef",
                          .kind = "crawl",
                          .status = ledger::TaskStatus::running,
                          .created_at = 1000,
                          .progress = ledger::TaskProgress{3, 20, "https://a.example/"}};
  EXPECT_EQ(task_line(task, 6000),
            "0123456789abcdef  RUNNING     crawl           5 s      3/20 https://a.example/");
  task.cancel_requested_at = 2000;
  task.progress.reset();
  EXPECT_EQ(task_line(task, 6000), "0123456789abcdef  RUNNING*    crawl           5 s");
}

TEST(TasksCommand, AgesAreRound) {
  EXPECT_EQ(age_text(-5), "0 s");
  EXPECT_EQ(age_text(119'999), "119 s");
  EXPECT_EQ(age_text(600'000), "10 min");
  EXPECT_EQ(age_text(3 * 3'600'000), "3 h");
  EXPECT_EQ(age_text(std::int64_t{5} * 86'400'000), "5 d");
}

}  // namespace
}  // namespace oc::app
