#include "base/time_format.h"

#include <charconv>
#include <chrono>
#include <cstdio>

namespace oc {
namespace {

using namespace std::chrono;

struct CivilTime {
  year_month_day date;
  hh_mm_ss<milliseconds> time;
};

CivilTime civil(std::int64_t epoch_ms) {
  sys_time<milliseconds> instant{milliseconds{epoch_ms}};
  auto day = floor<days>(instant);
  return {year_month_day{day}, hh_mm_ss{instant - day}};
}

}  // namespace

std::string iso8601(std::int64_t epoch_ms) {
  CivilTime at = civil(epoch_ms);
  char out[40];
  int length = std::snprintf(out, sizeof out, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", int{at.date.year()},
                             unsigned{at.date.month()}, unsigned{at.date.day()}, int(at.time.hours().count()),
                             int(at.time.minutes().count()), int(at.time.seconds().count()),
                             int(at.time.subseconds().count()));
  return {out, static_cast<std::size_t>(length)};
}

std::string day_of(std::int64_t epoch_ms) {
  return iso8601(epoch_ms).substr(0, 10);
}

std::optional<std::int64_t> day_start_ms(std::string_view day) {
  auto number = [&](std::size_t at, std::size_t length) -> int {
    int value = -1;
    auto [end, error] = std::from_chars(day.data() + at, day.data() + at + length, value);
    return error == std::errc{} && end == day.data() + at + length ? value : -1;
  };
  if (day.size() != 10 || day[4] != '-' || day[7] != '-') return std::nullopt;
  int y = number(0, 4);
  int m = number(5, 2);
  int d = number(8, 2);
  if (y < 0 || m < 0 || d < 0) return std::nullopt;
  year_month_day date{year{y}, month{unsigned(m)}, std::chrono::day{unsigned(d)}};
  if (!date.ok()) return std::nullopt;
  return duration_cast<milliseconds>(sys_days{date}.time_since_epoch()).count();
}

}  // namespace oc
