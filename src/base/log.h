// Logger: levelled lines to a sink. stdout belongs to the protocol, so the sink of the program is stderr.
// Any thread may log.
#pragma once
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/enum_words.h"
#include "base/text.h"

namespace oc {

enum class LogLevel : std::uint8_t { trace, debug, info, warn, error, off };

template <>
struct EnumWords<LogLevel> {
  static constexpr std::array<std::string_view, 6> words{"trace", "debug", "info", "warn", "error", "off"};
};

enum class LogStyle : std::uint8_t { text, coloured, json };

class Logger {
 public:
  using Sink = std::function<void(std::string_view line)>;  // with its line end

  Logger(Sink sink, const Clock& clock, LogLevel level = LogLevel::info, LogStyle style = LogStyle::text)
      : sink_(std::move(sink)), clock_(clock), level_(level), style_(style) {}

  bool enabled(LogLevel level) const { return level >= level_ && level_ != LogLevel::off; }

  // `area` is the part of the program that speaks: "http", "journal", …
  template <class... Pieces>
  void debug(std::string_view area, const Pieces&... pieces) {
    if (enabled(LogLevel::debug)) write(LogLevel::debug, area, cat(pieces...));
  }
  template <class... Pieces>
  void info(std::string_view area, const Pieces&... pieces) {
    if (enabled(LogLevel::info)) write(LogLevel::info, area, cat(pieces...));
  }
  template <class... Pieces>
  void warn(std::string_view area, const Pieces&... pieces) {
    if (enabled(LogLevel::warn)) write(LogLevel::warn, area, cat(pieces...));
  }
  template <class... Pieces>
  void error(std::string_view area, const Pieces&... pieces) {
    if (enabled(LogLevel::error)) write(LogLevel::error, area, cat(pieces...));
  }

 private:
  void write(LogLevel level, std::string_view area, std::string_view message);

  Sink sink_;
  const Clock& clock_;
  LogLevel level_;
  LogStyle style_;
  std::mutex mutex_;
};

}  // namespace oc
