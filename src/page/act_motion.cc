// The steps of scrolling, waiting and going to other pages.
// Tested by: page/act_grammar_test.cc
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "page/act_operands.h"
#include "page/act_step.h"

namespace oc::page {
namespace {

constexpr double kLongestWaitMs = 30'000;
constexpr int kMostPages = 100;
constexpr int kMostPixels = 100'000;

// --- scroll ---

bool is_direction(const Token& token) {
  return token.is_any({"up", "down", "left", "right"});
}

std::string_view edge_of(const Token& token) {
  if (token.is_any({"top", "start", "beginning"})) return "top";
  if (token.is_any({"bottom", "end"})) return "bottom";
  return {};
}

// Of what is scrolled; the page itself is no target.
Result<void> put_scrolled(Tokens words, Step& step) {
  Tokens named = without_article(words);
  if (named.size() == 1 && named.front().is_any({"page", "window"})) return {};
  return put_target(words, step.target);
}

// Behind "to": an edge, of something or of the page, or the element to bring into view.
Result<void> scroll_to(Tokens rest, Step& step) {
  rest = without_first(rest, {"the", "very"});
  std::string_view edge = rest.empty() ? std::string_view{} : edge_of(rest.front());
  if (!edge.empty() && rest.size() == 1) {
    step.value = edge;
    return {};
  }
  if (!edge.empty() && rest[1].is("of")) {
    step.value = edge;
    return put_scrolled(rest.subspan(2), step);
  }
  step.value = "into_view";
  return put_target(rest, step.target);
}

Result<bool> put_amount(Tokens rest, Step& step) {
  rest = without_first(rest, {"by"});
  auto amount = amount_of(rest);
  if (!amount) return false;
  std::string_view unit = amount->unit;
  bool pixels = unit == "px" || unit == "pixel" || unit == "pixels";
  bool pages = unit == "page" || unit == "pages" || unit == "screen" || unit == "screens" || unit == "time" ||
               unit == "times";
  if (!pixels && !pages) return false;
  int most = pixels ? kMostPixels : kMostPages;
  if (amount->number < 1 || amount->number > most || amount->number != std::floor(amount->number))
    return expected(cat("a whole number of ", pixels ? "pixels" : "pages", " from 1 to ", most));
  step.count = static_cast<int>(amount->number);
  step.unit = pixels ? StepUnit::pixels : StepUnit::pages;
  return true;
}

// Behind a direction: how far, and in what.
Result<void> scroll_by(Tokens rest, Step& step) {
  if (begins_with(rest, "all the way") && rest.size() == 3) {
    step.value = step.value == "up" ? "top" : step.value == "down" ? "bottom" : step.value;
    return {};
  }
  if (begins_with(rest, "to")) return scroll_to(rest.subspan(1), step);
  for (std::string_view words : {"until you see", "until you can see"}) {
    if (!begins_with(rest, words)) continue;
    step.until = step.value;
    return scroll_to(rest.subspan(split(words, ' ').size()), step);
  }
  step.unit = StepUnit::pages;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (!rest[i].is_any({"in", "inside", "within", "on"})) continue;
    OC_TRY(put_scrolled(rest.subspan(i + 1), step));
    rest = rest.first(i);
    break;
  }
  if (rest.empty()) return {};
  auto taken = put_amount(rest, step);
  if (!taken) return std::unexpected(std::move(taken).error());
  if (!*taken) return expected("how far, such as 3 pages or 300 pixels");
  return {};
}

// --- wait ---

constexpr std::array<std::string_view, 15> kLoaded{
    "page",
    "page load",
    "page to load",
    "page to be loaded",
    "page loads",
    "page is loaded",
    "page has loaded",
    "page to finish loading",
    "page finishes loading",
    "page is ready",
    "page to be ready",
    "load",
    "loading to finish",
    "page has finished loading",
    "page to load fully",
};
// The first that fits is taken: the longer ones stand first.
constexpr std::array<std::string_view, 21> kAppears{
    "to appear",         "appears",   "has appeared", "is visible", "to be visible", "becomes visible",
    "to become visible", "is shown",  "to show up",   "shows up",   "is there",      "is present",
    "to be present",     "to load",   "is loaded",    "are loaded", "loads",         "appear",
    "are visible",       "are shown", "are there",
};
constexpr std::array<std::string_view, 15> kGone{
    "to disappear",       "disappears",
    "has disappeared",    "is gone",
    "to be gone",         "has gone",
    "to vanish",          "vanishes",
    "to go away",         "goes away",
    "is hidden",          "to be hidden",
    "is not visible",     "is no longer visible",
    "is no longer there",
};

template <std::size_t N>
bool take_ending(Tokens& rest, const std::array<std::string_view, N>& endings) {
  for (std::string_view ending : endings) {
    if (!ends_with(rest, ending)) continue;
    rest = rest.first(rest.size() - split(ending, ' ').size());
    return true;
  }
  return false;
}

std::optional<double> milliseconds_per(std::string_view unit) {
  if (unit == "ms" || unit == "millisecond" || unit == "milliseconds") return 1;
  if (unit == "s" || unit == "sec" || unit == "secs" || unit == "second" || unit == "seconds") return 1000;
  if (unit == "min" || unit == "minute" || unit == "minutes") return 60'000;
  return std::nullopt;
}

bool is_load(Tokens rest) {
  for (std::string_view words : kLoaded) {
    if (split(words, ' ').size() == rest.size() && begins_with(rest, words)) return true;
  }
  return false;
}

Result<void> put_waited_for(Tokens rest, Step& step) {
  bool gone = take_ending(rest, kGone);
  if (!gone) (void)take_ending(rest, kAppears);
  step.wait_for = gone ? WaitFor::gone : WaitFor::appear;
  Tokens subject = without_first(without_article(rest), {"text", "words", "message"});
  if (subject.size() == 1 && subject.front().kind == TokenKind::quoted) {
    if (trim(subject.front().text).empty()) return expected("a text between the quotes");
    step.value = subject.front().text;
    return {};
  }
  for (const Token& token : rest) {
    if (token.is_any({"to", "is", "are", "becomes", "until"})) {
      return expected(cat("what appears or is gone, not '", token.text,
                          "'; put a text that holds this word into quotes"));
    }
  }
  return put_target(rest, step.target);
}

// --- go ---

// "Report.pdf" is the name of a file, "example.org" an address.
bool is_file_name(std::string_view text) {
  constexpr std::array<std::string_view, 20> kEndings{"pdf", "doc",  "docx", "xls", "xlsx", "csv", "txt",
                                                      "png", "jpg",  "jpeg", "gif", "zip",  "svg", "json",
                                                      "xml", "pptx", "ppt",  "mp3", "mp4",  "md"};
  std::size_t dot = text.rfind('.');
  return dot != std::string_view::npos && !text.contains('/') &&
         std::ranges::find(kEndings, lower(text.substr(dot + 1))) != kEndings.end();
}

}  // namespace

bool put_address(Tokens words, Step& step) {
  Tokens named = without_first(without_article(words), {"url", "address", "page", "site", "website"});
  if (named.size() != 1) return false;
  const Token& only = named.front();
  bool looks_like_one =
      only.text.find_first_of(".:/") != std::string::npos || equals_ignoring_case(only.text, "localhost");
  if (!looks_like_one || only.kind == TokenKind::code ||
      only.text.find_first_of(" \t\n") != std::string::npos)
    return false;
  if (only.text.ends_with('.') || is_file_name(only.text)) return false;
  step.value = only.text;
  return true;
}

Result<void> parse_go(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  for (std::string_view way : {"back", "forward"}) {
    if (rest.empty() || !rest.front().is(way)) continue;
    step.value = way;
    if (rest.size() == 1) return {};
    auto amount = amount_of(rest.subspan(1));
    bool fits = amount && (amount->unit.starts_with("page") || amount->unit.starts_with("time") ||
                           amount->unit.starts_with("step"));
    if (!fits) return expected(cat("nothing or a number of pages after ", way));
    bool whole = amount->number >= 1 && amount->number <= 50 && amount->number == std::floor(amount->number);
    if (!whole) return expected("a whole number of pages from 1 to 50");
    step.count = static_cast<int>(amount->number);
    return {};
  }
  Tokens to = without_first(rest, {"to"});
  if (to.size() > 1 && to.back().is("tab")) return parse_switch(rest, steps);
  return parse_visit(to, steps);
}

Result<void> parse_visit(Tokens rest, Steps& steps) {
  if (put_address(rest, steps.back())) return {};
  return expected("an address such as example.org/x; to follow a link or open a menu write: click …");
}

Result<void> parse_reload(Tokens rest, Steps& steps) {
  rest = without_last(without_article(rest), {"page", "tab"});
  if (!rest.empty()) return expected("nothing after reload: it is the page that is loaded again");
  steps.back().value = "reload";
  return {};
}

Result<void> parse_scroll(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  if (rest.empty()) return expected("up, down, left, right, or to and an element");
  if (ends_with(rest, "into view")) {
    step.value = "into_view";
    return put_target(rest.first(rest.size() - 2), step.target);
  }
  if (begins_with(rest, "all the way") && rest.size() > 3) {
    Tokens way = rest.subspan(3);
    if (way.size() == 1 && way.front().is_any({"up", "down"})) {
      step.value = way.front().is("up") ? "top" : "bottom";
      return {};
    }
    rest = way;
  }
  if (is_direction(rest.front())) {
    step.value = lower(rest.front().text);
    return scroll_by(rest.subspan(1), step);
  }
  if (rest.front().is("to")) return scroll_to(rest.subspan(1), step);
  if (rest.front().is("until")) {
    step.value = "down";
    return scroll_by(rest, step);
  }
  // "500 pixels down"
  Tokens amount = rest.first(rest.size() - 1);
  if (is_direction(rest.back()) && !amount.empty() && amount_of(amount)) {
    step.value = lower(rest.back().text);
    return scroll_by(amount, step);
  }
  // What is scrolled comes first: "the list down 2 pages", "the list to the bottom".
  for (std::size_t i = rest.size() - 1; i > 0; --i) {
    Tokens behind = rest.subspan(i + 1);
    bool to_edge = rest[i].is("to") && !behind.empty() && !edge_of(behind.back()).empty() &&
                   without_first(behind, {"the"}).size() == 1;
    if (!to_edge && !is_direction(rest[i])) continue;
    OC_TRY(put_scrolled(rest.first(i), step));
    if (to_edge) {
      step.value = edge_of(behind.back());
      return {};
    }
    step.value = lower(rest[i].text);
    return scroll_by(behind, step);
  }
  return expected("up, down, left, right, or to and an element");
}

Result<void> parse_wait(Tokens rest, Steps& steps) {
  Step& step = steps.back();
  rest = without_first(rest, {"for", "until", "till"});
  if (rest.empty())
    return expected("what to wait for: a text in quotes, an element, a time, the page to load");
  if (auto amount = amount_of(rest)) {
    auto factor = milliseconds_per(amount->unit);
    if (factor) {
      double time = amount->number * *factor;
      if (time < 1 || time > kLongestWaitMs)
        return expected("at most 30 seconds; wait for what shall happen instead");
      step.wait_for = WaitFor::time;
      step.count = static_cast<int>(time);
      step.unit = StepUnit::milliseconds;
      return {};
    }
  }
  if (is_load(without_article(rest))) {
    step.wait_for = WaitFor::load;
    return {};
  }
  return put_waited_for(rest, step);
}

}  // namespace oc::page
