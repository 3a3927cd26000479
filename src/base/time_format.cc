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

// Digits at the beginning, exactly so many; they are taken off.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  int value = 0;
  if (text.size() < count) return std::nullopt;
  for (char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// "12:34", in minutes.
std::optional<int> take_hours_and_minutes(std::string_view& text) {
  auto hour = take_digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  auto minute = take_digits(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  return *hour * 60 + *minute;
}

// ":56.789" or nothing, in milliseconds.
std::optional<int> take_seconds(std::string_view& text) {
  if (!take(text, ':')) return 0;
  auto second = take_digits(text, 2);
  if (!second || *second > 59) return std::nullopt;
  int total = *second * 1000;
  if (!take(text, '.')) return total;
  int scale = 100;
  bool any = false;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    total += (text[0] - '0') * scale;
    scale /= 10;
    any = true;
    text.remove_prefix(1);
  }
  return any ? std::optional{total} : std::nullopt;
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

std::optional<std::int64_t> parse_iso8601(std::string_view text) {
  auto day = day_start_ms(text.substr(0, 10));
  if (!day) return std::nullopt;
  text.remove_prefix(10);
  if (text.empty()) return day;
  if (!take(text, 'T') && !take(text, ' ')) return std::nullopt;
  auto minutes = take_hours_and_minutes(text);
  auto rest = minutes ? take_seconds(text) : std::nullopt;
  if (!rest) return std::nullopt;
  std::int64_t at = *day + *minutes * std::int64_t{60'000} + *rest;
  if (text.empty() || text == "Z") return at;
  bool east = text[0] == '+';
  if (!east && text[0] != '-') return std::nullopt;
  text.remove_prefix(1);
  auto offset = take_hours_and_minutes(text);
  if (!offset || !text.empty()) return std::nullopt;
  return at + *offset * std::int64_t{60'000} * (east ? -1 : 1);
}

}  // namespace oc
