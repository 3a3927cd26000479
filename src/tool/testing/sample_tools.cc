#include "tool/testing/sample_tools.h"

#include <stdexcept>
#include <utility>

namespace oc::tool::samples {
namespace {

struct EchoArgs {
  std::string text;
  int times = 1;
};
const Record<EchoArgs> kEcho{
    required("text", &EchoArgs::text, "What to say."),
    optional("times", &EchoArgs::times, "How often.").range(1, 9),
};
Task<Result<ToolOutput>> run_echo(ToolContext& context, EchoArgs args) {
  std::string out;
  for (int i = 0; i < args.times; ++i) {
    out += args.text;
    context.keep_going({.done = i + 1.0, .total = args.times, .message = args.text});
  }
  co_return ToolOutput::text(out);
}

struct AddArgs {
  std::int64_t a = 0;
  std::int64_t b = 0;
};
const Record<AddArgs> kAdd{required("a", &AddArgs::a), required("b", &AddArgs::b)};
struct Sum {
  std::int64_t sum = 0;
};
const Record<Sum> kSum{required("sum", &Sum::sum, "The sum.")};
Task<Result<Sum>> run_add(ToolContext&, AddArgs args) {
  co_return Sum{args.a + args.b};
}

Task<Result<ToolOutput>> run_wait(ToolContext& context, NoArgs) {
  (void)co_await sleep_for(std::chrono::hours{24}, context.stop());
  co_return std::unexpected(context.stop().error());
}

struct FailArgs {
  std::string code;
};
const Record<FailArgs> kFail{required("code", &FailArgs::code)};
Task<Result<ToolOutput>> run_fail(ToolContext&, FailArgs args) {
  if (args.code == "throw") throw std::runtime_error("a defect");
  for (const ErrorInfo& error : all_errors()) {
    if (error.word == args.code) co_return fail(error.code, "as asked", "do otherwise");
  }
  co_return ToolOutput::text("no such code");
}

}  // namespace

const Tool& echo() {
  static const Tool tool{
      {.name = "echo", .summary = "Say it again.", .effect = Effect::observation}, kEcho, run_echo};
  return tool;
}

const Tool& add() {
  static const Tool tool{{.name = "add", .summary = "Add.", .effect = Effect::management, .read_only = true},
                         kAdd,
                         kSum,
                         run_add};
  return tool;
}

const Tool& wait_forever() {
  static const Tool tool{
      {.name = "wait_forever", .summary = "Wait.", .effect = Effect::observation}, kNoArgs, run_wait};
  return tool;
}

const Tool& fail_with() {
  static const Tool tool{
      {.name = "fail_with", .summary = "Fail.", .tier = Tier::expert, .effect = Effect::action},
      kFail,
      run_fail};
  return tool;
}

namespace {

Task<Result<ToolOutput>> say_tab(TabContext& context, NoArgs) {
  co_return ToolOutput::text(context.tab().id());
}

struct GoArgs {
  bool fresh = false;
};
const Record<GoArgs> kGo{optional("fresh", &GoArgs::fresh, "In a tab of its own.")};
Task<Result<ToolOutput>> run_go(TabContext& context, GoArgs) {
  co_return ToolOutput::text(context.tab().id());
}

}  // namespace

const Tool& look() {
  static const Tool tool{
      {.name = "look", .summary = "Look at a tab.", .effect = Effect::observation}, kNoArgs, say_tab};
  return tool;
}

const Tool& press() {
  static const Tool tool{
      {.name = "press", .summary = "Press in a tab.", .effect = Effect::action, .destination = "url"},
      kNoArgs,
      say_tab};
  return tool;
}

const Tool& go() {
  static const Tool tool{{.name = "go",
                          .summary = "Go somewhere.",
                          .effect = Effect::action,
                          .opens_tab = true,
                          .new_tab_flag = "fresh"},
                         kGo,
                         run_go};
  return tool;
}

namespace {

struct CountArgs {
  int n = 0;
  int fail_at = 0;
  int hold_after = 0;
};
const Record<CountArgs> kCount{required("n", &CountArgs::n).range(1, 1000),
                               optional("fail_at", &CountArgs::fail_at),
                               optional("hold_after", &CountArgs::hold_after)};

json::value numbers(json::array units) {
  return json::object{{"numbers", std::move(units)}};
}

Task<Result<ToolOutput>> run_count(ToolContext& context, CountArgs args) {
  json::array done;
  for (int i = 1; i <= args.n; ++i) {
    if (i == args.fail_at) co_return fail(ErrorCode::navigation_failed, cat("number ", i, " is bad"));
    OC_CO_TRY(co_await context.emit_item(i));
    done.emplace_back(i);
    bool goes_on = context.keep_going({.done = i + 0.0, .total = args.n, .message = cat("number ", i)});
    if (i == args.hold_after) goes_on = co_await sleep_for(std::chrono::hours{24}, context.stop());
    if (!goes_on) break;
  }
  bool is_whole = std::cmp_equal(done.size(), args.n);
  ToolOutput output = ToolOutput::json(numbers(std::move(done)));
  if (!is_whole) output.stopped = context.stop().reason();
  co_return output;
}

Task<Result<ToolOutput>> run_wonder(ToolContext& context, NoArgs) {
  json::object schema{{"type", "object"}, {"properties", {{"name", {{"type", "string"}}}}}};
  auto answers = co_await context.ask({Question::form("name", "Who are you?", std::move(schema))});
  if (!answers) co_return std::unexpected(std::move(answers).error());
  const json::object* form = json::find_object(answers->at("name"), "content");
  co_return ToolOutput::text(form ? cat("Hello, ", json::text_of(*form, "name"), "!") : "Never mind.");
}

}  // namespace

const Tool& wonder() {
  static const Tool tool{
      {.name = "wonder", .summary = "Ask.", .effect = Effect::observation, .long_running = true},
      kNoArgs,
      run_wonder};
  return tool;
}

const Tool& count_to() {
  static const Tool tool{{.name = "count_to",
                          .summary = "Count.",
                          .effect = Effect::observation,
                          .can_be_large = true,
                          .long_running = true,
                          .from_items = numbers},
                         kCount,
                         run_count};
  return tool;
}

}  // namespace oc::tool::samples
