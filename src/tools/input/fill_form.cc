// fill_form — set several fields by their labels, and submit if wished.
// Tested by: tests/browser/fill_form_test.mjs
#include "page/field.h"
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
  auto button = co_await page::submit_button_of(scene.tab, last, stop);
  if (!button) co_return std::unexpected(std::move(button).error());
  co_return co_await page::click(scene, {.element = *button}, {}, true, stop);
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  if (args.fields.empty() || args.fields.size() > kMostFields)
    co_return fail(ErrorCode::invalid_arguments, cat("'fields' must have 1 to ", kMostFields, " members"));
  bool submits = args.submit.is_string() || (args.submit.is_bool() && args.submit.get_bool());
  if (!submits && !args.submit.is_bool())
    co_return fail(ErrorCode::invalid_arguments, "'submit' is true, false or the name of a button");
  page::Scene scene{context.browser(), context.tab()};
  Lines lines;
  std::optional<Error> first_failure;
  std::string first_label;
  page::ElementTarget last;
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
    last = deed->element;
  }
  // What is wrong in one place is not sent.
  if (first_failure) co_return std::unexpected(with_lines(std::move(*first_failure), first_label, lines));
  if (submits) {
    auto deed = co_await submit(scene, args.submit, last, context.stop());
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
