#include "net/event_stream.h"

#include <gtest/gtest.h>

namespace oc::net {
namespace {

TEST(EventStream, FrameOrder) {
  EXPECT_EQ(event_frame({.event = "message", .id = "7", .data = "{}", .retry_ms = 500}),
            "event: message\nid: 7\nretry: 500\ndata: {}\n\n");
  EXPECT_EQ(event_frame({.event = "", .data = "x"}), "data: x\n\n");
  EXPECT_EQ(event_frame({.event = "", .id = "1"}), "id: 1\ndata: \n\n");
}

TEST(EventStream, ReadsBackWhatItWrote) {
  EventParser parser;
  auto events = parser.feed(event_frame({.event = "e", .id = "1", .data = "a", .retry_ms = 3}) +
                            event_frame({.event = "", .data = ""}));
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].event, "e");
  EXPECT_EQ(events[0].id, "1");
  EXPECT_EQ(events[0].data, "a");
  EXPECT_EQ(events[0].retry_ms, 3);
  EXPECT_EQ(events[1].event, "message");
  EXPECT_EQ(events[1].id, "1");  // the last id stays in force
  EXPECT_EQ(events[1].data, "");
  EXPECT_EQ(events[1].retry_ms, std::nullopt);
}

TEST(EventStream, AnyLineEndAndAnySplit) {
  const std::string text =
      "\xEF\xBB\xBF"
      "data: one\r\ndata:two\r\r\n: comment\nevent\ndata:  three\n\n\r\rdata\n\n";
  for (std::size_t step = 1; step <= text.size(); ++step) {
    EventParser parser;
    std::vector<ServerEvent> events;
    for (std::size_t at = 0; at < text.size(); at += step) {
      for (ServerEvent& event : parser.feed(std::string_view{text}.substr(at, step)))
        events.push_back(std::move(event));
    }
    ASSERT_EQ(events.size(), 3U) << step;
    EXPECT_EQ(events[0].data, "one\ntwo");
    EXPECT_EQ(events[1].data, " three");
    EXPECT_EQ(events[1].event, "message");
    EXPECT_EQ(events[2].data, "");
  }
}

TEST(EventStream, IgnoresWhatTheRulesIgnore) {
  EventParser parser;
  EXPECT_TRUE(parser.feed("event: x\nid: 5\n\n").empty());  // no data, no event
  using namespace std::string_literals;
  auto events = parser.feed("id: a\0b\nretry: 1x\nretry: 99999999999\nunknown: 1\ndata: d\n\n"s);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].id, "5");
  EXPECT_EQ(events[0].retry_ms, std::nullopt);
  EXPECT_EQ(events[0].data, "d");
}

}  // namespace
}  // namespace oc::net
