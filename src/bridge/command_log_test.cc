#include "bridge/command_log.h"

#include <gtest/gtest.h>

#include "store/testing/memory_file_system.h"

namespace oc::bridge {
namespace {

struct CommandLogTest : testing::Test {
  store::MemoryFileSystem files;
  CommandLog open() { return CommandLog::open(files, "/home/bridge").value(); }
  static Command sample(std::int64_t number) {
    return {.correlation_id = new_correlation_id(number),
            .number = number,
            .action = "execute_js",
            .params = json::object{{"script", "1"}},
            .timeout_ms = 1,
            .queue_ttl_ms = 1,
            .created_at = number};
  }
};

TEST_F(CommandLogTest, TheLinesOfACommandAreOne) {
  CommandLog log = open();
  Command command = sample(1);
  ASSERT_TRUE(log.append(line_of(command, true)));
  command.state = CommandState::delivered;
  command.epoch = "e";
  ASSERT_TRUE(log.append(line_of(command, false) + line_of(sample(2), true)));
  auto read = log.read();
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ(read->front().state, CommandState::delivered);
  EXPECT_EQ(read->front().params->at("script").as_string(), "1") << "of the first line";
  EXPECT_EQ(read->back().number, 2);
}

TEST_F(CommandLogTest, WhatATornLineHeldIsLeftOut) {
  CommandLog log = open();
  ASSERT_TRUE(log.append(line_of(sample(1), true)));
  ASSERT_TRUE(files.append(log.path(), R"({"correlation_id":"corr-2-0011)"));
  EXPECT_EQ(log.read()->size(), 1U);
  ASSERT_TRUE(log.append(line_of(sample(3), true)));
  EXPECT_EQ(log.read()->size(), 2U);
}

TEST_F(CommandLogTest, EachServerHasAFileOfItsOwnAndTheNextOneInheritsIt) {
  std::string path;
  {
    CommandLog first = open();
    CommandLog second = open();
    EXPECT_NE(first.path(), second.path());
    path = first.path();
    ASSERT_TRUE(first.append(line_of(sample(1), true)));
  }
  CommandLog next = open();
  EXPECT_EQ(next.path(), path);
  EXPECT_EQ(next.read()->size(), 1U);
}

TEST_F(CommandLogTest, WhatSeveralServersLeftIsInheritedByTheNext) {
  std::string gone;
  {
    CommandLog first = open();
    CommandLog second = open();
    gone = second.path();
    ASSERT_TRUE(first.append(line_of(sample(1), true)));
    ASSERT_TRUE(second.append(line_of(sample(2), true) + line_of(sample(3), true)));
    CommandLog third = open();
    EXPECT_EQ(third.read()->size(), 0U) << "both still run";
  }
  CommandLog next = open();
  EXPECT_EQ(next.read()->size(), 3U);
  EXPECT_FALSE(files.read(gone)->has_value());
}

TEST_F(CommandLogTest, WhatAPrivateCommandAnsweredIsNotWrittenDown) {
  Command command = sample(1);
  command.is_private = true;
  command.state = CommandState::complete;
  command.result = json::value("Set = \"hunter2\"");
  EXPECT_EQ(line_of(command, false).find("hunter2"), std::string::npos);
}

TEST_F(CommandLogTest, WrittenAnewItHoldsOnlyThat) {
  CommandLog log = open();
  ASSERT_TRUE(log.append(line_of(sample(1), true)));
  ASSERT_TRUE(log.rewrite(line_of(sample(2), false)));
  auto read = log.read();
  ASSERT_EQ(read->size(), 1U);
  EXPECT_EQ(read->front().number, 2);
  EXPECT_FALSE(read->front().params);
}

}  // namespace
}  // namespace oc::bridge
