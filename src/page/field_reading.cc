// Tested by: tests/browser/{kept_values,false_success}_test.mjs
#include "page/field_reading.h"

#include <algorithm>

#include "base/text.h"
#include "json/write.h"
#include "page/kept_value.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using json::text_of;

constexpr std::size_t kMostShown = 300;

}  // namespace

std::string shown_value(bool is_secret, const json::value& value) {
  if (is_secret) return "(not shown)";
  if (value.is_bool()) return value.get_bool() ? "checked" : "not checked";
  std::string text = json::write(value);
  if (text.size() <= kMostShown) return text;
  auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
  std::size_t size =
      value.is_string()
          ? static_cast<std::size_t>(std::ranges::count_if(json::view(value.get_string()), starts))
          : text.size();
  return cat(shorten(text, kMostShown), " (", size, " characters; inspect reads it whole)");
}

Task<Result<FieldReading>> read_field(browser::Tab& tab, ElementTarget element, Stop stop) {
  auto resolved = resolve(tab, element);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = std::move(resolved->args);
  args["step"] = "look";
  auto look = co_await run_script(tab, scripts::kSetField, std::move(args), stop, resolved->frame_id);
  if (!look) co_return std::unexpected(std::move(look).error());
  const json::object& found = look->value.as_object();
  co_return FieldReading{.words = text_of(found, "words"),
                         .value = found.at("value"),
                         .advice = text_of(found, "advice"),
                         .is_secret = json::find_bool(found, "secret").value_or(false)};
}

Task<Result<FieldReading>> read_field_again(browser::Tab& tab, ElementTarget element, FieldReading before,
                                            bool holds, Stop stop) {
  auto resolved = resolve(tab, element);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = std::move(resolved->args);
  args["step"] = "read";
  args["holdMs"] = holds ? kHoldMs : 0;
  auto read = co_await run_script(tab, scripts::kSetField, std::move(args), stop, resolved->frame_id);
  if (!read) co_return std::unexpected(std::move(read).error());
  before.value = read->value.as_object().at("value");
  co_return before;
}

Task<Result<std::vector<std::string>>> leave_field(Scene scene, ElementTarget last, Stop stop) {
  std::vector<std::string> lines;
  auto resolved = resolve(scene.tab, last);
  if (!resolved) co_return lines;  // it is gone, and with it the focus
  auto begun = co_await watch_frame(scene.tab, resolved->frame_id, stop);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  EffectWatch watch{scene, *begun};
  json::object args = std::move(resolved->args);
  args["step"] = "leave";
  auto left = co_await run_script(scene.tab, scripts::kSetField, std::move(args), stop, resolved->frame_id);
  bool is_gone =
      !left && (left.error().code == ErrorCode::stale_ref || left.error().code == ErrorCode::page_changed);
  if (!left && !is_gone && left.error().code != ErrorCode::dialog_open)
    co_return std::unexpected(std::move(left).error());
  if (!scene.tab.dialogs().open()) lines = (co_await watch.report(stop)).lines;
  std::erase_if(lines, [](const std::string& line) { return line.starts_with(kNoChange); });
  co_return lines;
}

Result<void> check_kept(const FieldReading& before, const FieldReading& now) {
  if (kept(before.value, nullptr, now.value) != Kept::no) return {};
  Error error{ErrorCode::value_not_kept,
              cat(before.words, " was given ", shown_value(before.is_secret, before.value), " and holds ",
                  shown_value(now.is_secret, now.value), " after the focus left it"),
              before.advice};
  if (!now.is_secret) error.details = json::object{{"value", now.value}};
  return std::unexpected(std::move(error));
}

Task<Result<void>> check_typed_date(browser::Tab& tab, std::string text, Stop stop) {
  for (const std::string& frame : tab.frames().ids()) {
    auto found = co_await run_script(tab, scripts::kSetField, {{"step", "focused"}}, stop, frame);
    if (!found && stop.requested()) co_return std::unexpected(stop.error());
    const json::object* field = found ? found->value.if_object() : nullptr;
    if (!field || !field->contains("words")) continue;
    if (!text_of(*field, "value").empty()) break;
    co_return fail(ErrorCode::value_not_kept,
                   cat(text_of(*field, "words"), " is still empty: it does not take ",
                       json::write(json::value(shorten(text, 80)))),
                   cat("Use form_input. ", text_of(*field, "hint")));
  }
  co_return Result<void>{};
}

}  // namespace oc::page
