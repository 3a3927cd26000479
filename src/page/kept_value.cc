#include "page/kept_value.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "base/text.h"
#include "json/write.h"

namespace oc::page {
namespace {

// What surrounds a value of this many letters is taken for the page's way of writing it.
constexpr std::size_t kTellingLetters = 6;

bool is_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string letters_of(std::string_view text) {
  std::string out;
  for (char c : lower(text)) {
    if (is_letter(c)) out += c;
  }
  return out;
}

std::vector<std::string> digit_groups(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) continue;
    if (i == 0 || !is_digit(text[i - 1])) out.emplace_back();
    out.back() += text[i];
  }
  return out;
}

// Marks between thousands: after one to three digits, and three at the end ("1,00,000" is written, too).
bool is_grouped(std::string_view whole, char decimal) {
  std::size_t size = 0;
  bool has_mark = false;
  for (char c : whole) {
    if (is_digit(c)) {
      ++size;
      continue;
    }
    if (c == decimal) return false;
    bool fits = has_mark ? size == 2 || size == 3 : size >= 1 && size <= 3;
    if (!fits) return false;
    has_mark = true;
    size = 0;
  }
  return !has_mark || size == 3;
}

// The number in a text that holds just one, beside a currency or a unit; what its marks mean is not always
// certain: "1.234" is two.
std::vector<double> numbers_in(std::string_view text) {
  std::size_t from = text.find_first_of("0123456789");
  std::size_t to = text.find_last_of("0123456789");
  if (from == std::string_view::npos) return {};
  bool is_negative = from > 0 && text[from - 1] == '-';
  std::string_view body = text.substr(from, to - from + 1);
  if (body.find_first_not_of("0123456789.,' ") != std::string_view::npos) return {};
  std::vector<double> out;
  for (char decimal : {'.', ','}) {
    std::size_t mark = body.rfind(decimal);
    std::string_view whole = body.substr(0, mark);
    std::string_view rest = mark == std::string_view::npos ? "" : body.substr(mark + 1);
    if (!is_grouped(whole, decimal) || rest.find_first_not_of("0123456789") != std::string_view::npos)
      continue;
    std::string plain;
    for (char c : whole) {
      if (is_digit(c)) plain += c;
    }
    plain += cat(".", rest, "0");
    double number = 0;
    auto [end, problem] = std::from_chars(plain.data(), plain.data() + plain.size(), number);
    if (problem == std::errc{} && end == plain.data() + plain.size())
      out.push_back(is_negative ? -number : number);
  }
  return out;
}

// Nothing but a number, a currency and signs.
bool is_number(std::string_view text) {
  bool has_words = std::ranges::any_of(lower(text), [](char c) { return c >= 'a' && c <= 'z'; });
  return !has_words && !numbers_in(text).empty();
}

bool is_same_number(std::string_view one, std::string_view other) {
  std::vector<double> numbers = numbers_in(other);
  return std::ranges::any_of(numbers_in(one), [&](double a) {
    return std::ranges::any_of(numbers, [&](double b) { return std::abs(a - b) < 1e-9; });
  });
}

// "2026-11-15" as "15/11/2026" or "15 Nov 2026"; "05/03/2027" is not "03/05/2027".
bool is_same_date(std::string_view given, std::string_view now) {
  std::vector<std::string> wanted = digit_groups(given);
  std::vector<std::string> held = digit_groups(now);
  if (wanted.size() < 3 || held.size() < 2 || held.size() > wanted.size()) return false;
  auto as_numbers = [](std::vector<std::string>& groups, bool sorted) {
    for (std::string& group : groups)
      group.erase(0, std::min(group.find_first_not_of('0'), group.size() - 1));
    if (sorted) std::ranges::sort(groups);
  };
  auto ends_in_year = [](const std::vector<std::string>& groups) {
    return groups.size() == 3 && groups.back().size() == 4;
  };
  bool has_order = ends_in_year(wanted) && ends_in_year(held);
  as_numbers(wanted, !has_order);
  as_numbers(held, !has_order);
  bool has_month_name = letters_of(now).find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos;
  return wanted == held || (has_month_name && std::ranges::includes(wanted, held));
}

// Marks of what was given are missing: "3/4" became "34", "a.b" became "ab". Those of a long number, such as
// a phone's, only make it readable.
bool lost_marks(std::string_view given, std::string_view now) {
  constexpr std::string_view kReadable = "0123456789 -().+/";
  auto digits = static_cast<std::size_t>(std::ranges::count_if(given, is_digit));
  if (given.find_first_not_of(kReadable) == std::string_view::npos && digits > kTellingLetters) return false;
  return std::ranges::any_of(given, [&](char c) {
    bool is_mark = !is_letter(c) && static_cast<unsigned char>(c) > ' ';
    return is_mark && std::ranges::count(now, c) < std::ranges::count(given, c);
  });
}

// Whole within what the field holds: "Rome, Italy", "+1 (555) 123-4567".
bool is_surrounded(std::string_view given, const std::string& before, std::string_view now) {
  std::string wanted = letters_of(given);
  std::string plain;                // the letters of `now`
  std::vector<std::size_t> places;  // where each stands
  std::string lowered = lower(now);
  for (std::size_t i = 0; i < lowered.size(); ++i) {
    if (!is_letter(lowered[i])) continue;
    plain += lowered[i];
    places.push_back(i);
  }
  for (std::size_t at = plain.find(wanted); at != std::string::npos; at = plain.find(wanted, at + 1)) {
    std::size_t first = places[at];
    std::size_t last = places[at + wanted.size() - 1];
    bool is_whole = (first == 0 || !is_letter(lowered[first - 1])) &&
                    (last + 1 == lowered.size() || !is_letter(lowered[last + 1]));
    if (!is_whole || (at > 0 && wanted.size() < kTellingLetters)) continue;
    std::string rest = plain.substr(0, at) + plain.substr(at + wanted.size());
    std::string old = letters_of(before);
    if (old.find(rest) == std::string::npos && (old.empty() || rest.find(old) == std::string::npos))
      return true;
  }
  return false;
}

// "2021-03-09" as "20/21/0309", "9:30" as "93:0": the same digits, and another date or time.
bool is_garbled_date(std::string_view given, std::string_view now) {
  static const re2::RE2 kDate{R"(\d{1,4}([-./])\d{1,2}[-./]\d{1,4}|\d{1,2}:\d{2}(:\d{2})?)"};
  if (!re2::RE2::FullMatch(re2::StringPiece{given.data(), given.size()}, kDate)) return false;
  std::vector<std::string> wanted = digit_groups(given);
  std::vector<std::string> held = digit_groups(now);
  return held.size() > 1 && held != wanted && !is_same_date(given, now);
}

Kept kept_text(const std::string& given, const std::string& before, const std::string& now, bool is_rich) {
  // An editor may end its text with a line break of its own.
  if (trim(now) == trim(given)) return Kept::as_given;
  std::string wanted = letters_of(given);
  std::string held = letters_of(now);
  if (wanted.empty() && !trim(given).empty()) return now.contains(trim(given)) ? Kept::rewritten : Kept::no;
  if (is_number(given) && is_same_number(given, now)) return Kept::rewritten;
  if (is_garbled_date(trim(given), now)) return Kept::no;
  bool is_another = is_number(given) && !numbers_in(now).empty();
  if (wanted == held) return is_another || (!is_rich && lost_marks(given, now)) ? Kept::no : Kept::rewritten;
  if (wanted.empty() || held.empty()) return Kept::no;
  if (is_same_date(given, now)) return Kept::rewritten;
  bool may_grow = !is_number(given) || wanted.size() > kTellingLetters;
  return may_grow && is_surrounded(given, before, now) ? Kept::rewritten : Kept::no;
}

}  // namespace

std::string number_text(double number) {
  if (std::floor(number) == number && std::abs(number) < 1e15) return cat(static_cast<std::int64_t>(number));
  return json::write(json::value(number));
}

Result<std::string> as_text(const json::value& value) {
  if (value.is_string()) return std::string{json::view(value.get_string())};
  if (value.is_number()) return number_text(value.to_number<double>());
  return fail(ErrorCode::invalid_arguments, "this field takes a text or a number");
}

Kept kept(const json::value& given, const json::value& before, const json::value& now, bool is_rich) {
  if (now == given) return Kept::as_given;
  auto wanted = as_text(given);
  if (!wanted || !now.is_string()) return Kept::no;
  std::string held = before.is_string() ? std::string{json::view(before.get_string())} : "";
  return kept_text(*wanted, held, std::string{json::view(now.get_string())}, is_rich);
}

}  // namespace oc::page
