// act — several steps in plain words, by a fixed grammar; each is verified, the first failure ends it.
// Tested by: tests/browser/act_test.mjs; the grammar: src/page/act_grammar_test.cc and docs/act.md
#include <utility>

#include "base/text.h"
#include "json/write.h"
#include "page/act_runner.h"
#include "page/field.h"
#include "page/field_reading.h"
#include "store/safe_path.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using page::Step;
using page::StepTarget;
using page::TargetKind;
using page::Verb;

// A step without words around it.
struct StepArgs {
  Verb action = Verb::click;
  std::optional<std::string> target;
  std::optional<std::string> to;
  json::value value = nullptr;

  static const Record<StepArgs>& record() {
    static const Record<StepArgs> fields{
        required("action", &StepArgs::action),
        optional("target", &StepArgs::target, "Words, ref_12 or css=…"),
        optional("to", &StepArgs::to, "Drop target (drag only)."),
        optional("value", &StepArgs::value, "Text, key, address, option, or a list of options or files."),
    };
    return fields;
  }
};

struct Args {
  std::optional<std::string> instruction;
  std::vector<StepArgs> steps;
};

const Record<Args> kParams{
    optional(
        "instruction", &Args::instruction,
        "Steps: click, type … into …, select … in …, check, press, hover, scroll, wait for, close, expand, "
        "search for, go to.")
        .max_length(page::kMaxInstructionBytes),
    optional("steps", &Args::steps, "The steps as data, instead of instruction.").max_items(page::kMaxSteps),
};

// Of steps that are not the last: the page goes on changing anyway.
constexpr std::size_t kLinesPerStep = 4;
constexpr double kMostWaitSeconds = 30;

StepTarget target_from(const std::optional<std::string>& text) {
  if (!text || text->empty()) return {};
  if (text->starts_with("ref_")) return {TargetKind::ref, *text};
  if (text->starts_with("css=")) return {TargetKind::selector, text->substr(4)};
  return {TargetKind::words, *text};
}

std::string text_from(const json::value& value) {
  if (value.is_string()) return std::string{json::view(value.get_string())};
  return value.is_null() ? "" : json::write(value);
}

Result<void> take_wait(Step& step, const json::value& value) {
  if (value.is_number()) {
    double seconds = value.to_number<double>();
    if (seconds < 0 || seconds > kMostWaitSeconds)
      return fail(ErrorCode::invalid_arguments,
                  cat("a wait is 0 to ", static_cast<int>(kMostWaitSeconds), " seconds"));
    step.wait_for = page::WaitFor::time;
    step.unit = page::StepUnit::milliseconds;
    step.count = static_cast<int>(seconds * 1000);
    return {};
  }
  bool named = step.target.given() || !step.value.empty();
  step.wait_for = named ? page::WaitFor::appear : page::WaitFor::load;
  return {};
}

Result<Step> step_from(const StepArgs& args) {
  Step step{.verb = args.action,
            .target = target_from(args.target),
            .destination = target_from(args.to),
            .value = {},
            .values = {},
            .source = std::string{word_of(args.action)}};
  step.value = text_from(args.value);
  if (args.target) step.source += cat(" ", *args.target);
  if (const json::array* list = args.value.if_array()) {
    for (const json::value& item : *list) step.values.push_back(text_from(item));
  } else if (!args.value.is_null()) {
    step.values.push_back(step.value);
  }
  if (args.action == Verb::wait) OC_TRY(take_wait(step, args.value));
  if (args.action == Verb::scroll) {
    step.unit = page::StepUnit::pages;
    if (step.value.empty()) step.value = step.target.given() ? "into_view" : "down";
  }
  return step;
}

Result<std::vector<Step>> steps_from(const Args& args) {
  if (args.instruction.has_value() == !args.steps.empty())
    return fail(ErrorCode::invalid_arguments, "give either 'instruction' or 'steps'");
  if (args.instruction) return page::parse_steps(*args.instruction);
  std::vector<Step> steps;
  for (const StepArgs& given : args.steps) {
    auto step = step_from(given);
    if (!step) return std::unexpected(std::move(step).error());
    steps.push_back(std::move(*step));
  }
  return steps;
}

// Files are looked at before anything is done.
Result<void> allow_files(ToolContext& context, std::vector<Step>& steps) {
  for (Step& step : steps) {
    if (step.verb != Verb::upload) continue;
    for (std::string& path : step.values) {
      auto allowed =
          store::readable_file(context.services().files, context.services().pages.readable_roots, path);
      if (!allowed) return std::unexpected(std::move(allowed).error());
      path = std::move(*allowed);
    }
  }
  return {};
}

std::string lines_of(std::size_t number, page::Deed deed, bool last) {
  std::size_t left_out = 0;
  if (!last && deed.effects.size() > kLinesPerStep) {
    left_out = deed.effects.size() - kLinesPerStep;
    deed.effects.resize(kLinesPerStep);
  }
  std::string text = cat("✓ ", number, ". ", deed.line);
  for (const std::string& effect : deed.effects) text += cat("\n   ", effect);
  if (left_out > 0) text += cat("\n   … ", left_out, " more changes");
  return text;
}

Error failed_step(Error error, const Step& step, std::size_t number, const std::vector<std::string>& done) {
  error = std::move(error).in(cat("✗ ", number, ". ", shorten(step.source, 120)));
  json::object details = error.details.is_object() ? error.details.as_object() : json::object{};
  details["step"] = number;
  details["done"] = json::array(done.begin(), done.end());
  error.details = std::move(details);
  return error;
}

// A field that an earlier step filled in; a later one may have emptied it.
struct Filled {
  std::size_t step = 0;
  page::ElementTarget element;
  page::FieldReading reading;
};

bool fills(const Step& step) {
  return step.verb == Verb::type || step.verb == Verb::fill || step.verb == Verb::clear ||
         step.verb == Verb::select || step.verb == Verb::check || step.verb == Verb::uncheck;
}

// What came with a step, if it is a menu or a list to choose from.
std::vector<std::string> opened_by(const page::Deed& deed) {
  std::vector<std::string> came;
  std::ranges::copy_if(deed.effects, std::back_inserter(came),
                       [](const std::string& line) { return line.starts_with("+ "); });
  bool is_menu = std::ranges::any_of(came, [](const std::string& line) {
    return line.contains("] menu") || line.contains("] listbox") || line.contains("] option");
  });
  return is_menu ? came : std::vector<std::string>{};
}

// A press elsewhere takes the focus off the field.
bool presses(const Step& step) {
  return step.verb == Verb::click || step.verb == Verb::double_click || step.verb == Verb::submit;
}

// "Type Par into City and select Paris": the choice is what the field holds then.
bool is_chosen_since(const std::vector<Step>& steps, std::size_t typed, const json::value& now) {
  std::string held = now.is_string() ? lower(json::view(now.get_string())) : "";
  auto is_held = [&](const std::string& choice) { return !choice.empty() && held.contains(lower(choice)); };
  for (std::size_t i = typed + 1; i < steps.size(); ++i) {
    const Step& step = steps[i];
    bool is_named =
        is_held(step.value) || is_held(step.target.text) || std::ranges::any_of(step.values, is_held);
    if (step.verb == Verb::select && is_named) return true;
  }
  return false;
}

// The fields of the steps before `next`, which relies on them: some lose their value a moment later, or when
// the focus leaves them. The focus stays where a list or the like has come up, which may go with it.
Task<Result<void>> check_filled(page::Scene scene, const std::vector<Filled>& filled, page::Deed& last,
                                const std::vector<Step>& steps, const Step* next, std::size_t& failed,
                                Stop stop) {
  bool has_more =
      std::ranges::any_of(last.effects, [](const std::string& line) { return line.starts_with('+'); });
  if (next && presses(*next) && !has_more) {
    auto left = co_await page::leave_field(scene, filled.back().element, stop);
    if (!left) co_return std::unexpected(std::move(left).error());
    for (std::string& line : *left) last.effects.push_back(std::move(line));
    if (scene.tab.dialogs().open()) co_return Result<void>{};
  }
  bool holds = next != nullptr || filled.size() > 1;
  for (const Filled& one : filled) {
    auto now = co_await page::read_field_again(scene.tab, one.element, one.reading,
                                               std::exchange(holds, false), stop);
    if (!now) continue;  // the page has taken the field away
    if (is_chosen_since(steps, one.step, now->value)) continue;
    failed = one.step;
    OC_CO_TRY(page::check_kept(one.reading, *now));
  }
  co_return Result<void>{};
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  auto steps = steps_from(args);
  if (!steps) co_return std::unexpected(std::move(steps).error());
  OC_CO_TRY(allow_files(context, *steps));
  page::Scene scene{context.browser(), context.tab()};
  std::vector<std::string> done;
  std::vector<Filled> filled;
  page::StepsBefore before;
  scene.before = &before;
  for (std::size_t i = 0; i < steps->size(); ++i) {
    const Step& step = (*steps)[i];
    if (!context.keep_going({.done = static_cast<double>(i),
                             .total = static_cast<double>(steps->size()),
                             .message = shorten(step.source, 100)}))
      co_return std::unexpected(failed_step(context.stop().error(), step, i + 1, done));
    scene.goes_on = i + 1 < steps->size();
    before.field = filled.empty() ? "" : filled.back().element.ref;
    if (!fills(step)) filled.clear();
    auto deed = co_await page::run_step(scene, step, context.stop());
    if (!deed) co_return std::unexpected(failed_step(std::move(deed).error(), step, i + 1, done));
    before.opened = opened_by(*deed);
    bool may_check = fills(step) && !deed->left_page && !scene.tab.dialogs().open();
    if (may_check && deed->element.given()) {
      auto reading = co_await page::read_field(scene.tab, deed->element, context.stop());
      // What it held when it was read back: it may have gone since.
      if (reading && !deed->kept.is_null()) reading->value = deed->kept;
      if (reading) filled.push_back({i, deed->element, std::move(*reading)});
    }
    const Step* next = scene.goes_on ? &(*steps)[i + 1] : nullptr;
    if (may_check && !filled.empty() && (!next || !fills(*next))) {
      std::size_t failed = i;
      auto kept = co_await check_filled(scene, filled, *deed, *steps, next, failed, context.stop());
      if (!kept) {
        done.push_back(lines_of(i + 1, std::move(*deed), true));
        co_return std::unexpected(failed_step(std::move(kept).error(), (*steps)[failed], failed + 1, done));
      }
    }
    done.push_back(lines_of(i + 1, std::move(*deed), i + 1 == steps->size()));
  }
  co_return ToolOutput::text(join(done, "\n"));
}

}  // namespace

const Tool& act() {
  static const Tool tool{
      {.name = "act",
       .title = "Act in steps",
       .summary = "Do several steps given in plain words, each verified; stops at the first failure.",
       .use_when = "the way is clear: \"type Ada into Name, then click Save\".",
       .tier = Tier::core,
       .effect = Effect::action,
       .secret_argument = "instruction steps"},
      kParams,
      run};
  return tool;
}

}  // namespace oc::tools
