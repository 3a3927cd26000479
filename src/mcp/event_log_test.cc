#include "mcp/event_log.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"

namespace oc::mcp {
namespace {

class RecordingStream final : public net::EventStream {
 public:
  bool send(std::string_view frame) override {
    bytes += frame;
    return true;
  }
  void finish() override { open = false; }
  bool is_open() const override { return open; }
  std::string bytes;
  bool open = true;
};

struct EventLogTest : testing::Test {
  testing_support::Loop loop;
  EventLog log{"s1", loop.executor()};
  std::shared_ptr<RecordingStream> stream = std::make_shared<RecordingStream>();
};

TEST_F(EventLogTest, EventsCarryIdsAndArriveAtOnce) {
  log.attach(stream, 0, false);
  log.append("{}");
  EXPECT_EQ(stream->bytes, "event: message\nid: s1-1\ndata: {}\n\n");
}

TEST_F(EventLogTest, AStreamMayBeginWithAnEmptyEvent) {
  log.attach(stream, 0, true);
  EXPECT_EQ(stream->bytes, "id: s1-0\ndata: \n\n");
}

TEST_F(EventLogTest, WhatWasMissedIsReplayedOnce) {
  log.append("1");
  log.append("2");
  log.append("3");
  log.finish();
  log.attach(stream, 1, false);
  EXPECT_EQ(stream->bytes.find("data: 1"), std::string::npos);
  EXPECT_NE(stream->bytes.find("data: 2"), std::string::npos);
  EXPECT_NE(stream->bytes.find("data: 3"), std::string::npos);
  EXPECT_FALSE(stream->open);
}

TEST_F(EventLogTest, ALostConnectionDoesNotTakeItsSuccessorWithIt) {
  auto resumed = std::make_shared<RecordingStream>();
  log.attach(stream, 0, false);
  log.attach(resumed, 0, false);
  EXPECT_FALSE(stream->open);
  log.detach(stream);
  log.append("answer");
  EXPECT_NE(resumed->bytes.find("data: answer"), std::string::npos);
}

TEST_F(EventLogTest, OldEventsGoWhenThereAreTooMany) {
  for (int i = 0; i < 3000; ++i) log.append("x");
  log.attach(stream, 0, false);
  EXPECT_EQ(stream->bytes.find("id: s1-1\n"), std::string::npos);
  EXPECT_NE(stream->bytes.find("id: s1-3000\n"), std::string::npos);
}

TEST_F(EventLogTest, WaitersWakeAtTheEnd) {
  loop.post([&] { log.finish(); });
  loop.run(log.wait_until_finished({}));
  EXPECT_TRUE(log.finished());
}

TEST(EventId, IsParsedStrictly) {
  EXPECT_EQ(parse_event_id("s3-17")->number, 17U);
  EXPECT_EQ(parse_event_id("s3-17")->stream, "s3");
  for (std::string_view bad : {"", "s3", "-1", "s3-", "s3-x", "s3-1x"})
    EXPECT_FALSE(parse_event_id(bad)) << bad;
}

}  // namespace
}  // namespace oc::mcp
