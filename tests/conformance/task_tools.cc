// Fixture tools that run as tasks, and the product's tools that manage these.
#include <stdexcept>
#include <utility>

#include "all_tools.h"
#include "fixture_tools.h"
#include "questions.h"

namespace oc::conformance {
namespace {

using namespace tool;

struct CountArgs {
  int n = 1;
  int unit_ms = 0;
  int fail_at = 0;
};

const Record<CountArgs> kCountParams{
    required("n", &CountArgs::n, "How many units.").range(1, 100'000),
    optional("unit_ms", &CountArgs::unit_ms, "How long each takes.").range(0, 60'000),
    optional("fail_at", &CountArgs::fail_at, "The unit that throws."),
};

json::value counted(json::array units) {
  return json::object{{"pages", std::move(units)}};
}

// As a crawl: a unit is kept the moment it is done, and a stop ends the wait for the next one.
Task<Result<ToolOutput>> count_units(ToolContext& context, CountArgs args) {
  json::array pages;
  for (int i = 1; i <= args.n; ++i) {
    if (args.unit_ms > 0) {
      bool slept = co_await sleep_for(std::chrono::milliseconds{args.unit_ms}, context.stop());
      if (!slept) break;
    }
    if (i == args.fail_at) throw std::runtime_error("this unit was to fail");
    json::object page{{"url", cat("https://site.example/", i)}, {"number", i}};
    OC_CO_TRY(co_await context.emit_item(page));
    pages.push_back(std::move(page));
    bool goes_on = context.keep_going({.done = i + 0.0, .total = args.n, .message = cat("page ", i)});
    if (!goes_on) break;
  }
  bool is_whole = std::cmp_equal(pages.size(), args.n);
  ToolOutput output = ToolOutput::json(counted(std::move(pages)));
  if (!is_whole) output.stopped = context.stop().reason();
  co_return output;
}

struct GreetArgs {
  std::string name;
};
const Record<GreetArgs> kGreetParams{required("name", &GreetArgs::name)};

Task<Result<ToolOutput>> greet(ToolContext&, GreetArgs args) {
  co_return ToolOutput::text(cat("Hello, ", args.name, "!"));
}

struct SlowArgs {
  double seconds = 0;
  std::string label;
};
const Record<SlowArgs> kSlowParams{optional("seconds", &SlowArgs::seconds),
                                   optional("label", &SlowArgs::label)};

Task<Result<ToolOutput>> compute_slowly(ToolContext& context, SlowArgs args) {
  std::chrono::duration<double> time{args.seconds};
  bool slept = co_await sleep_for(std::chrono::duration_cast<std::chrono::nanoseconds>(time), context.stop());
  if (!slept) co_return std::unexpected(context.stop().error());
  co_return ToolOutput::text(cat("Computed ", args.label, "."));
}

struct DeleteArgs {
  std::string filename;
};
const Record<DeleteArgs> kDeleteParams{required("filename", &DeleteArgs::filename)};

Task<Result<ToolOutput>> confirm_delete(ToolContext& context, DeleteArgs args) {
  auto answers =
      co_await context.ask({ask_confirmation("confirm", cat("Delete ", args.filename, "?"), "confirm")});
  if (!answers) co_return std::unexpected(std::move(answers).error());
  co_return ToolOutput::text(cat(args.filename, ": ", outcome_of(answers->at("confirm"))));
}

Task<Result<ToolOutput>> ask_two_things(ToolContext& context, NoArgs) {
  auto answers = co_await context.ask({ask_text("first_name", "What is your first name?", "name"),
                                       ask_text("second_name", "What is your second name?", "name")});
  if (!answers) co_return std::unexpected(std::move(answers).error());
  co_return ToolOutput::text(
      cat(field_of(answers->at("first_name"), "name"), " ", field_of(answers->at("second_name"), "name")));
}

std::vector<Question> whom_to_greet() {
  std::vector<Question> out;
  out.push_back(ask_text("user_name", "What is your name?", "name"));
  return out;
}

Task<Result<ToolOutput>> greet_in_task(ToolContext& context, NoArgs) {
  auto answers = co_await context.ask(whom_to_greet());
  if (!answers) co_return std::unexpected(std::move(answers).error());
  co_return ToolOutput::text(cat("Hello, ", field_of(answers->at("user_name"), "name"), "!"));
}

Task<Result<ToolOutput>> fail_slowly(ToolContext& context, NoArgs) {
  (void)co_await sleep_for(std::chrono::seconds{1}, context.stop());
  co_return fail(ErrorCode::unsupported, "this job always fails");
}

Task<Result<ToolOutput>> break_down(ToolContext&, NoArgs) {
  throw std::runtime_error("this job is a defect");
  co_return ToolOutput{};
}

}  // namespace

std::vector<const Tool*> task_tools() {
  static const Tool greeting{{.name = "greet", .summary = "Greets."}, kGreetParams, greet};
  static const Tool slow{{.name = "slow_compute", .summary = "Takes its time.", .long_running = true},
                         kSlowParams,
                         compute_slowly};
  static const Tool failing{
      {.name = "failing_job", .summary = "Fails.", .long_running = true, .needs_task = true},
      kNoArgs,
      fail_slowly};
  static const Tool deleting{{.name = "confirm_delete", .summary = "Asks first.", .long_running = true},
                             kDeleteParams,
                             confirm_delete};
  static const Tool asking{
      {.name = "multi_input", .summary = "Asks two things.", .long_running = true}, kNoArgs, ask_two_things};
  static const Tool composed{{.name = "test_tool_with_task",
                              .summary = "Asks, then works.",
                              .long_running = true,
                              .needs_task = true,
                              .first_questions = whom_to_greet},
                             kNoArgs,
                             greet_in_task};
  static const Tool broken{
      {.name = "protocol_error_job", .summary = "Breaks down.", .long_running = true}, kNoArgs, break_down};
  static const Tool count{{.name = "count_units",
                           .summary = "Counts, as long work would.",
                           .long_running = true,
                           .from_items = counted},
                          kCountParams,
                          count_units};
  return {&count,
          &greeting,
          &slow,
          &failing,
          &broken,
          &deleting,
          &asking,
          &composed,
          &tools::oc_task_start(),
          &tools::oc_task_list(),
          &tools::oc_task_get(),
          &tools::oc_task_cancel(),
          &tools::oc_task_wait()};
}

}  // namespace oc::conformance
