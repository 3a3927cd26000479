#include "app/journal_command.h"

#include <gtest/gtest.h>

namespace oc::app {
namespace {

TEST(JournalCommand, ALineTellsWhenWhatAndHowItWent) {
  json::object event{{"event", "tool_call"},    {"ts", 1'779'194'096'789}, {"tool", "navigate"},
                     {"outcome", "error"},      {"error_code", "timeout"}, {"duration_ms", 12.34},
                     {"args", R"({"url":"x"})"}};
  EXPECT_EQ(call_line(event),
            R"(2026-05-19 12:34:56  navigate                timeout                  12.3 ms  {"url":"x"})");
}

TEST(JournalCommand, AStoredOutputHasALineToo) {
  json::object event{{"event", "output_handle_created"},
                     {"ts", 1'779'194'096'789},
                     {"handle", "oh_ABCDEFGHIJKL"},
                     {"source_tool", "crawl"},
                     {"size_bytes", 5}};
  EXPECT_EQ(call_line(event),
            "2026-05-19 12:34:56  output_handle_created   oh_ABCDEFGHIJKL 5 bytes of crawl");
}

}  // namespace
}  // namespace oc::app
