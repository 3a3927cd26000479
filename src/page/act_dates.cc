#include "page/act_dates.h"

#include <array>
#include <vector>

#include "base/text.h"

namespace oc::page {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                   "may",       "june",     "july",     "august",
                                                   "september", "october",  "november", "december"};

struct Date {
  int year = 0;
  int month = 0;
  int day = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Runs of digits and of letters, in lower case; nothing when there is anything but signs between them.
std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i < text.size();) {
    bool digits = is_digit(text[i]);
    if (!digits && !is_letter(text[i])) {
      if (!std::string_view{" ,./-:"}.contains(text[i])) return {};
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && (digits ? is_digit(text[end]) : is_letter(text[end]))) ++end;
    pieces.push_back(lower(text.substr(i, end - i)));
    i = end;
  }
  return pieces;
}

int number_in(std::string_view piece) {
  int number = -1;
  if (piece.empty() || piece.size() > 4 || !is_digit(piece[0])) return number;
  std::from_chars(piece.data(), piece.data() + piece.size(), number);
  return number;
}

// 1 to 12; 0 for what is not a month's name.
int month_in(std::string_view piece) {
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (piece.size() >= 3 && kMonths[i].starts_with(piece)) return static_cast<int>(i) + 1;
  }
  return piece == "sept" ? 9 : 0;
}

bool is_leap(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

bool is_date(const Date& date) {
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (date.year < 1 || date.month < 1 || date.month > 12 || date.day < 1) return false;
  int days = kDays[static_cast<std::size_t>(date.month) - 1];
  if (date.month == 2 && is_leap(date.year)) ++days;
  return date.day <= days;
}

std::string padded(int number, std::size_t width) {
  std::string text = cat(number);
  return text.size() < width ? std::string(width - text.size(), '0') + text : text;
}

std::optional<std::string> written(const Date& date) {
  if (!is_date(date)) return std::nullopt;
  return cat(padded(date.year, 4), "-", padded(date.month, 2), "-", padded(date.day, 2));
}

// "March 11, 2015", "11 March 2015", "11th of March 2015".
std::optional<Date> with_month_name(const std::vector<std::string>& pieces) {
  Date date;
  for (const std::string& piece : pieces) {
    if (piece == "of" || piece == "st" || piece == "nd" || piece == "rd" || piece == "th") continue;
    int number = number_in(piece);
    if (int month = month_in(piece); month > 0 && date.month == 0) {
      date.month = month;
    } else if (number > 0 && piece.size() == 4 && date.year == 0) {
      date.year = number;
    } else if (number > 0 && piece.size() <= 2 && date.day == 0) {
      date.day = number;
    } else {
      return std::nullopt;
    }
  }
  return date.month > 0 && date.year > 0 && date.day > 0 ? std::optional{date} : std::nullopt;
}

// Three numbers, one of them a year of four digits at either end.
struct Numbers {
  int first;
  int second;
  int year;
  bool year_first;
};
std::optional<Numbers> three_numbers(const std::vector<std::string>& pieces) {
  if (pieces.size() != 3) return std::nullopt;
  int a = number_in(pieces[0]);
  int b = number_in(pieces[1]);
  int c = number_in(pieces[2]);
  if (a < 0 || b < 0 || c < 0 || pieces[1].size() > 2) return std::nullopt;
  if (pieces[0].size() == 4 && pieces[2].size() <= 2) return Numbers{b, c, a, true};
  if (pieces[2].size() == 4 && pieces[0].size() <= 2) return Numbers{a, b, c, false};
  return std::nullopt;
}

// Both readings are dates, and they are not the same.
bool is_ambiguous(const Numbers& numbers, std::string_view text) {
  return !numbers.year_first && !text.contains('.') && numbers.first <= 12 && numbers.second <= 12 &&
         numbers.first != numbers.second;
}

}  // namespace

DateOrder order_of_sample(std::string_view written_date) {
  auto numbers = three_numbers(pieces_of(written_date));
  if (!numbers || numbers->year_first) return DateOrder::unknown;
  if (numbers->first == 3 && numbers->second == 2) return DateOrder::day_first;
  return numbers->first == 2 && numbers->second == 3 ? DateOrder::month_first : DateOrder::unknown;
}

std::optional<std::string> iso_date(std::string_view text, DateOrder order) {
  std::vector<std::string> pieces = pieces_of(trim(text));
  if (auto named = with_month_name(pieces)) return written(*named);
  auto numbers = three_numbers(pieces);
  if (!numbers) return std::nullopt;
  if (numbers->year_first) return written({numbers->year, numbers->first, numbers->second});
  if (is_ambiguous(*numbers, text)) {
    if (order == DateOrder::unknown) return std::nullopt;
    bool day_first = order == DateOrder::day_first;
    return day_first ? written({numbers->year, numbers->second, numbers->first})
                     : written({numbers->year, numbers->first, numbers->second});
  }
  // 11.03.2015 is written with the day first wherever full stops are used.
  auto by_day = written({numbers->year, numbers->second, numbers->first});
  return by_day ? by_day
                : (text.contains('.') ? std::nullopt
                                      : written({numbers->year, numbers->first, numbers->second}));
}

bool needs_order(std::string_view text) {
  return !iso_date(text, DateOrder::unknown) && iso_date(text, DateOrder::day_first).has_value();
}

std::optional<std::string> iso_time(std::string_view text) {
  std::string_view rest = trim(text);
  std::size_t clock = rest.find_first_not_of("0123456789:");
  std::string_view digits = rest.substr(0, clock);
  std::string half = clock == std::string_view::npos ? "" : lower(trim(rest.substr(clock)));
  std::erase(half, '.');
  if (!half.empty() && half != "am" && half != "pm") return std::nullopt;
  std::vector<std::string_view> parts = split(digits, ':');
  if (parts.size() > 3 || (parts.size() < 2 && half.empty())) return std::nullopt;
  std::array<int, 3> values{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    values[i] = parts[i].size() <= 2 ? number_in(parts[i]) : -1;
    if (values[i] < 0 || values[i] > 59) return std::nullopt;
  }
  if (half.empty() ? values[0] > 23 : values[0] < 1 || values[0] > 12) return std::nullopt;
  if (half == "pm" && values[0] < 12) values[0] += 12;
  if (half == "am" && values[0] == 12) values[0] = 0;
  std::string out = cat(padded(values[0], 2), ":", padded(values[1], 2));
  return parts.size() == 3 ? cat(out, ":", padded(values[2], 2)) : out;
}

}  // namespace oc::page
