// fill_form — set several fields by their labels, and submit if wished.
// Tested by: tests/browser/fill_form_test.mjs
#include <utility>

#include "page/field.h"
#include "page/field_reading.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Args {
  json::object fields;
  json::value submit = false;
};

const Record<Args> kParams{
    required("fields", &Args::fields, "Label or ref → value, in the order to fill them in."),
    optional("submit", &Args::submit, "true: press the form's button; or its name."),
};

constexpr std::size_t kMostFields = 100;

page::ActTarget target_of(const std::string& label) {
  if (label.starts_with("ref_")) return {.element = {.ref = label}};
  return {.query = label, .roles = page::field_roles()};
}

struct Lines {
  std::vector<std::string> done;
  std::vector<std::string> failed;
  std::vector<std::string> after;  // what the page made of the fields when the focus had left them
};

// A field that was set, to be read again at the end.
struct Filled {
  std::string label;
  page::ElementTarget element;
  page::FieldReading reading;
};

Error with_lines(Error error, const std::string& field, const Lines& lines) {
  error = std::move(error).in(field);
  json::object details = error.details.is_object() ? error.details.as_object() : json::object{};
  details["field"] = field;
  details["done"] = json::array(lines.done.begin(), lines.done.end());
  if (!lines.failed.empty()) details["failed"] = json::array(lines.failed.begin(), lines.failed.end());
  error.details = std::move(details);
  return error;
}

// It concerns this field alone: the others can be tried.
bool is_of_one_field(ErrorCode code) {
  switch (code) {
    case ErrorCode::element_not_found:
    case ErrorCode::ambiguous_target:
    case ErrorCode::stale_ref:
    case ErrorCode::element_not_visible:
    case ErrorCode::element_covered:
    case ErrorCode::element_moving:
    case ErrorCode::element_disabled:
    case ErrorCode::element_detached:
    case ErrorCode::value_not_kept:
    case ErrorCode::invalid_arguments:
    case ErrorCode::unsupported:
      return true;
    default:
      return false;
  }
}

Task<Result<page::Deed>> submit(page::Scene scene, const json::value& how, page::ElementTarget last,
                                Stop stop) {
  if (how.is_string()) {
    co_return co_await page::click(scene, {.query = std::string{json::view(how.get_string())}}, {}, true,
                                   stop);
  }
  auto button = co_await page::submit_button_of(scene.tab, last, false, stop);
  if (!button) co_return std::unexpected(std::move(button).error());
  co_return co_await page::click(scene, {.element = *button}, {}, true, stop);
}

// Some fields take their value back when the focus leaves them, or when another one is set.
Task<Result<void>> check_all(page::Scene scene, const std::vector<Filled>& filled, Lines& lines, Stop stop) {
  if (filled.empty()) co_return Result<void>{};
  auto left = co_await page::leave_field(scene, filled.back().element, stop);
  if (!left) co_return std::unexpected(std::move(left).error());
  lines.after = std::move(*left);
  std::optional<Error> first;
  bool holds = true;
  for (const Filled& one : filled) {
    auto now = co_await page::read_field_again(scene.tab, one.element, one.reading,
                                               std::exchange(holds, false), stop);
    if (!now && stop.requested()) co_return std::unexpected(stop.error());
    if (!now) continue;  // the page has taken the field away
    auto kept = page::check_kept(one.reading, *now);
    if (kept) continue;
    lines.failed.push_back(cat("✗ ", one.label, ": ", kept.error().message));
    if (!first) first = with_lines(std::move(kept).error(), one.label, lines);
  }
  if (first) co_return std::unexpected(std::move(*first));
  co_return Result<void>{};
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  if (args.fields.empty() || args.fields.size() > kMostFields)
    co_return fail(ErrorCode::invalid_arguments, cat("'fields' must have 1 to ", kMostFields, " members"));
  bool submits = args.submit.is_string() || (args.submit.is_bool() && args.submit.get_bool());
  if (!submits && !args.submit.is_bool())
    co_return fail(ErrorCode::invalid_arguments, "'submit' is true, false or the name of a button");
  page::Scene scene{context.browser(), context.tab(), true};
  Lines lines;
  std::optional<Error> first_failure;
  std::string first_label;
  std::vector<Filled> filled;
  bool left_page = false;
  for (const auto& member : args.fields) {
    std::string label{member.key()};
    if (!context.keep_going({.done = static_cast<double>(lines.done.size() + lines.failed.size()),
                             .total = static_cast<double>(args.fields.size()),
                             .message = label}))
      co_return std::unexpected(with_lines(context.stop().error(), label, lines));
    auto deed = co_await page::set_field(scene, target_of(label), member.value(), context.stop());
    if (!deed) {
      Error& error = deed.error();
      if (!is_of_one_field(error.code)) co_return std::unexpected(with_lines(std::move(error), label, lines));
      lines.failed.push_back(cat("✗ ", label, ": ", error.message));
      if (!first_failure) first_label = label;
      if (!first_failure) first_failure = std::move(error);
      continue;
    }
    lines.done.push_back(deed->text());
    left_page = left_page || deed->left_page;
    auto reading = co_await page::read_field(scene.tab, deed->element, context.stop());
    if (reading && !deed->kept.is_null()) reading->value = deed->kept;
    if (reading) filled.push_back({label, deed->element, std::move(*reading)});
    if (!reading) filled.push_back({label, deed->element, {}});
  }
  if (!left_page && !scene.tab.dialogs().open()) {
    auto checked = co_await check_all(scene, filled, lines, context.stop());
    if (!checked && !first_failure) co_return std::unexpected(std::move(checked).error());
  }
  // What is wrong in one place is not sent.
  if (first_failure) co_return std::unexpected(with_lines(std::move(*first_failure), first_label, lines));
  for (std::string& line : lines.after) lines.done.push_back(std::move(line));
  scene.goes_on = false;
  if (submits) {
    auto deed = co_await submit(scene, args.submit, filled.back().element, context.stop());
    if (!deed) co_return std::unexpected(with_lines(std::move(deed).error(), "submit", lines));
    lines.done.push_back(deed->text());
  }
  co_return ToolOutput::text(join(lines.done, "\n"));
}

}  // namespace

const Tool& fill_form() {
  static const Tool tool{
      {.name = "fill_form",
       .title = "Fill in a form",
       .summary = "Set several fields by label or ref, each read back; then submit if wished.",
       .tier = Tier::core,
       .effect = Effect::action,
       .secret_argument = "fields"},
      kParams,
      run};
  return tool;
}

}  // namespace oc::tools
