#include "base/log.h"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "base/time_format.h"

namespace oc {
namespace {

std::string_view colour(LogLevel level) {
  switch (level) {
    case LogLevel::error:
      return "\x1b[31m";
    case LogLevel::warn:
      return "\x1b[33m";
    case LogLevel::info:
      return "\x1b[32m";
    default:
      return "\x1b[2m";
  }
}

std::string format(LogLevel level, LogStyle style, std::string_view time, std::string_view area,
                   std::string_view message) {
  if (style == LogStyle::json) {
    boost::json::object line{
        {"time", time}, {"level", word_of(level)}, {"area", area}, {"message", mend_utf8(message)}};
    return cat(boost::json::serialize(line), "\n");
  }
  std::string padded{word_of(level)};
  padded.resize(5, ' ');
  // One event, one line: page text in a message cannot forge a second one.
  std::string text = one_line(message);
  if (style == LogStyle::coloured)
    return cat(time.substr(11, 12), " ", colour(level), padded, "\x1b[0m ", area, ": ", text, "\n");
  return cat(time.substr(11, 12), " ", padded, " ", area, ": ", text, "\n");
}

}  // namespace

void Logger::write(LogLevel level, std::string_view area, std::string_view message) {
  std::string line = format(level, style_, iso8601(clock_.now_ms()), area, message);
  std::scoped_lock lock{mutex_};
  sink_(line);
}

}  // namespace oc
