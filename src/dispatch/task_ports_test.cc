#include "dispatch/task_ports.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/write.h"
#include "tool/testing/fake_services.h"

namespace oc::dispatch {
namespace {

struct TaskPortsTest : testing::Test {
  TaskPortsTest() { EXPECT_TRUE(fake.loop.run(fake.tasks.begin(id))); }
  std::vector<ledger::TaskEvent> events() { return *fake.loop.run(fake.tasks.events(id, 0, 9999, {})); }

  tool::FakeServices fake;
  ledger::TaskId id = fake.loop.run(fake.tasks.create({"sample", {}})).value().record.task_id;
  TaskPorts ports{fake.tasks, fake.clock, fake.nursery, id};
};

TEST_F(TaskPortsTest, EveryUnitIsAnEventAndTheRecordFollowsNowAndThen) {
  fake.loop.post([&] {
    for (int i = 1; i <= 100; ++i) ports.report({.done = i + 0.0, .total = 100, .message = "a\nb"});
  });
  auto record = fake.loop.run(fake.tasks.wait_for_change(id, 2, {}));
  fake.loop.run(ports.flush());
  EXPECT_EQ(events().size(), 101U) << "with the start";
  EXPECT_EQ(record->progress->message, "a b");
  EXPECT_LE(fake.loop.run(fake.tasks.get(id, {}))->revision, 4);
  EXPECT_EQ(ports.progress()->done, 100);
}

TEST_F(TaskPortsTest, MessagesAreEventsToo) {
  ports.message(tool::MessageLevel::warning, "openchrome", "slow");
  fake.loop.run(ports.flush());
  EXPECT_EQ(json::write(events().back().data), R"({"level":"warning","data":"slow"})");
}

TEST_F(TaskPortsTest, UnitsAreKeptAtOnceAndAFailureIsTold) {
  EXPECT_TRUE(fake.loop.run(ports.keep(json::object{{"url", "a"}})));
  EXPECT_EQ(json::write(*fake.loop.run(fake.task_store.items(id, {}))), R"([{"url":"a"}])");
  fake.task_store.fail_writes(true);
  EXPECT_EQ(fake.loop.run(ports.keep(1)).error().code, ErrorCode::storage_failed);
  ports.report({.done = 1});
  fake.loop.run(ports.flush());
}

}  // namespace
}  // namespace oc::dispatch
