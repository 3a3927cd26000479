#include "base/log.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "base/testing/fake_clock.h"

namespace oc {
namespace {

struct Log : testing::Test {
  FakeClock clock{1'779'194'096'789};
  std::string out;
  Logger make(LogLevel level, LogStyle style) {
    return {[this](std::string_view line) { out += line; }, clock, level, style};
  }
};

TEST_F(Log, LinesBelowTheLevelAreNotWritten) {
  Logger log = make(LogLevel::warn, LogStyle::text);
  log.info("http", "hello");
  EXPECT_EQ(out, "");
  log.warn("http", "port ", 80);
  EXPECT_EQ(out, "12:34:56.789 warn  http: port 80\n");
}

TEST_F(Log, OffWritesNothing) {
  Logger log = make(LogLevel::off, LogStyle::text);
  log.error("http", "hello");
  EXPECT_EQ(out, "");
}

TEST_F(Log, AMessageCannotForgeASecondLine) {
  Logger log = make(LogLevel::info, LogStyle::text);
  log.info("page", "title\n12:00 error http: forged");
  EXPECT_EQ(std::ranges::count(out, '\n'), 1);
}

TEST_F(Log, JsonLinesParse) {
  Logger log = make(LogLevel::info, LogStyle::json);
  log.error("page", "quote \" and byte \xFF");
  boost::json::value line = boost::json::parse(out);
  EXPECT_EQ(line.at("level").as_string(), "error");
  EXPECT_EQ(line.at("message").as_string(), "quote \" and byte \uFFFD");
}

}  // namespace
}  // namespace oc
