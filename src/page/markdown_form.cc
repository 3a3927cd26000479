#include "page/markdown_form.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace oc::page {
namespace {

constexpr std::size_t kMostOptions = 8;
constexpr std::size_t kLongestValue = 200;
constexpr std::string_view kBlank = "[…]";

std::string in_brackets(std::string_view text) {
  std::string line{trim(one_line(text))};
  return line.empty() ? std::string{kBlank} : cat('[', shorten(line, kLongestValue), ']');
}

std::string value_or_placeholder(const HtmlNode& control, std::string_view value) {
  return in_brackets(value.empty() ? control.value("placeholder") : value);
}

std::string input_text(const HtmlNode& input) {
  std::string type = lower(input.value("type"));
  if (type == "hidden" || type == "submit" || type == "button" || type == "image" || type == "reset")
    return {};
  bool is_checked = input.has("checked");
  if (type == "checkbox") return is_checked ? "[x]" : "[ ]";
  if (type == "radio") return is_checked ? "(x)" : "( )";
  if (type == "password") return std::string{kBlank};
  if (type == "file") return "[file]";
  return value_or_placeholder(input, input.value("value"));
}

std::string select_text(const HtmlNode& select) {
  std::vector<std::string> options;
  std::string chosen;
  for (const HtmlNode& option : select.below()) {
    if (option.tag != Tag::option) continue;
    std::string text = plain_text(option);
    if (text.empty()) continue;
    if (chosen.empty() || option.has("selected")) chosen = text;
    options.push_back(option.has("selected") ? cat("✓ ", text) : text);
  }
  if (options.size() > kMostOptions)
    return cat('[', shorten(chosen, kLongestValue), ", ", options.size(), " options]");
  return in_brackets(join(options, " / "));
}

}  // namespace

std::string control_text(const HtmlNode& control) {
  switch (control.tag) {
    case Tag::input:
      return input_text(control);
    case Tag::select:
      return select_text(control);
    case Tag::textarea:
      return value_or_placeholder(control, plain_text(control));
    default:
      return {};
  }
}

}  // namespace oc::page
