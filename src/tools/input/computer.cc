// computer — mouse, keyboard and screen by pixels, as a person at the machine.
// Tested by: tests/browser/computer_test.mjs
#include "page/hands.h"
#include "page/screenshot.h"
#include "tool/tool.h"

namespace oc {
namespace tools {

enum class ComputerAction : std::uint8_t {
  screenshot,
  left_click,
  right_click,
  middle_click,
  double_click,
  triple_click,
  drag,
  type,
  key,
  scroll,
  hover,
  wait,
};
enum class ScrollDirection : std::uint8_t { up, down, left, right };

}  // namespace tools

template <>
struct EnumWords<tools::ComputerAction> {
  static constexpr std::array<std::string_view, 12> words{
      "screenshot", "left_click", "right_click", "middle_click", "double_click", "triple_click",
      "drag",       "type",       "key",         "scroll",       "hover",        "wait"};
};
template <>
struct EnumWords<tools::ScrollDirection> {
  static constexpr std::array<std::string_view, 4> words{"up", "down", "left", "right"};
};

namespace tools {
namespace {

using namespace oc::tool;
using page::Button;

struct Args {
  ComputerAction action = ComputerAction::screenshot;
  std::optional<std::vector<double>> coordinate;
  std::optional<std::vector<double>> start_coordinate;
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  std::optional<std::string> text;
  std::optional<ScrollDirection> direction;
  std::int64_t amount = 0;
  int repeat = 1;
  double seconds = 1;
};

const Record<Args> kParams{
    required("action", &Args::action),
    optional("coordinate", &Args::coordinate, "[x, y] in the viewport; of drag: the end.").max_items(2),
    optional("start_coordinate", &Args::start_coordinate, "Of drag.").max_items(2),
    optional("ref", &Args::ref, "Instead of coordinate."),
    optional("selector", &Args::selector).max_length(10'000),
    optional("text", &Args::text,
             "What to type; the keys: \"Ctrl+A\", \"Tab Tab Enter\"; modifiers of a click.")
        .max_length(100'000),
    optional("direction", &Args::direction, "Of scroll."),
    optional("amount", &Args::amount, "Pixels; default most of a screen.").range(0, 1'000'000),
    optional("repeat", &Args::repeat, "Of key.").range(1, 100),
    optional("seconds", &Args::seconds, "Of wait.").range(0, 30),
};

constexpr std::array kRules{EffectRule{"action", "screenshot", Effect::observation},
                            EffectRule{"action", "wait", Effect::observation}};

std::chrono::milliseconds told_wait(const json::object& arguments) {
  const json::value* seconds = json::find(arguments, "seconds");
  bool waits = json::find_string(arguments, "action") == "wait" && seconds && seconds->is_number();
  return std::chrono::milliseconds{waits ? static_cast<std::int64_t>(seconds->to_number<double>() * 1000)
                                         : 0};
}

Task<Result<ToolOutput>> take_picture(TabContext& context) {
  auto front = co_await context.browser().bring_to_front(context.tab(), context.stop());
  if (!front) co_return std::unexpected(std::move(front).error());
  auto picture = co_await page::take_screenshot(context.tab(), {}, context.stop());
  if (!picture) co_return std::unexpected(std::move(picture).error());
  co_return ToolOutput::only(
      Image{.bytes = std::move(picture->base64), .mime_type = picture->mime_type, .is_base64 = true});
}

Task<Result<ToolOutput>> wait_awhile(TabContext& context, double seconds) {
  std::chrono::milliseconds time{static_cast<std::int64_t>(seconds * 1000)};
  (void)co_await sleep_for(time, context.stop());
  if (context.stop().requested()) co_return std::unexpected(context.stop().error());
  co_return ToolOutput::text(cat("✓ Waited ", time.count(), " ms"));
}

Task<Result<page::Deed>> press(page::Scene scene, const Args& args, page::Press how, Stop stop) {
  auto target = page::make_target(args.ref, args.selector, {}, args.coordinate);
  if (!target) co_return std::unexpected(std::move(target).error());
  auto modifiers = page::parse_modifiers(args.text.value_or(""));
  if (!modifiers) co_return std::unexpected(std::move(modifiers).error());
  how.modifiers = *modifiers;
  co_return co_await page::click(scene, std::move(*target), how, true, stop);
}

Task<Result<page::Deed>> scroll(page::Scene scene, const Args& args, Stop stop) {
  bool has_element = args.ref || args.selector;
  if (has_element && !args.direction) {
    auto target = page::make_target(args.ref, args.selector);
    if (!target) co_return std::unexpected(std::move(target).error());
    co_return co_await page::scroll_to(scene, std::move(*target), stop);
  }
  if (!args.direction) co_return fail(ErrorCode::invalid_arguments, "scroll needs a direction");
  std::optional<page::Point> at;
  if (args.coordinate || has_element) {
    auto target = page::make_target(args.ref, args.selector, {}, args.coordinate);
    if (!target) co_return std::unexpected(std::move(target).error());
    auto aimed =
        co_await page::aim(scene.tab, std::move(*target), {.use = page::Use::hover, .watch = false}, stop);
    if (!aimed) co_return std::unexpected(std::move(aimed).error());
    at = aimed->at;
  }
  co_return co_await page::scroll_towards(scene, at, static_cast<page::Direction>(*args.direction),
                                          args.amount, stop);
}

Task<Result<page::Deed>> pull(page::Scene scene, const Args& args, Stop stop) {
  auto by_element = [&](const std::optional<std::string>& one) {
    return args.start_coordinate ? std::nullopt : one;
  };
  auto from = page::make_target(by_element(args.ref), by_element(args.selector), {}, args.start_coordinate);
  if (!from)
    co_return std::unexpected(std::move(from).error().in("drag begins at start_coordinate, ref or selector"));
  auto to = page::make_target({}, {}, {}, args.coordinate);
  if (!to) co_return std::unexpected(std::move(to).error().in("drag ends at coordinate"));
  co_return co_await page::drag(scene, std::move(*from), std::move(*to), stop);
}

Task<Result<page::Deed>> perform(page::Scene scene, const Args& args, Stop stop) {
  switch (args.action) {
    case ComputerAction::left_click:
      co_return co_await press(scene, args, {}, stop);
    case ComputerAction::right_click:
      co_return co_await press(scene, args, {.button = Button::right}, stop);
    case ComputerAction::middle_click:
      co_return co_await press(scene, args, {.button = Button::middle}, stop);
    case ComputerAction::double_click:
      co_return co_await press(scene, args, {.clicks = 2}, stop);
    case ComputerAction::triple_click:
      co_return co_await press(scene, args, {.clicks = 3}, stop);
    case ComputerAction::drag:
      co_return co_await pull(scene, args, stop);
    case ComputerAction::scroll:
      co_return co_await scroll(scene, args, stop);
    case ComputerAction::hover: {
      auto target = page::make_target(args.ref, args.selector, {}, args.coordinate);
      if (!target) co_return std::unexpected(std::move(target).error());
      co_return co_await page::hover(scene, std::move(*target), true, stop);
    }
    case ComputerAction::type:
    case ComputerAction::key:
    case ComputerAction::screenshot:
    case ComputerAction::wait:
      break;
  }
  if (!args.text || args.text->empty()) co_return fail(ErrorCode::invalid_arguments, "'text' is missing");
  if (args.action == ComputerAction::type) co_return co_await page::type_keys(scene, *args.text, stop);
  co_return co_await page::press_chords(scene, *args.text, args.repeat, stop);
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  if (args.action == ComputerAction::screenshot) co_return co_await take_picture(context);
  if (args.action == ComputerAction::wait) co_return co_await wait_awhile(context, args.seconds);
  auto deed = co_await perform({context.browser(), context.tab()}, args, context.stop());
  if (!deed) co_return std::unexpected(std::move(deed).error());
  co_return ToolOutput::text(deed->text());
}

}  // namespace

const Tool& computer() {
  static const Tool tool{{.name = "computer",
                          .title = "Mouse, keyboard, screen",
                          .summary = "Use mouse and keyboard by pixels and keys, or take a picture.",
                          .use_when = "elements cannot be named: canvas, maps, games; or keys are needed.",
                          .avoid_when = "a ref is known: interact, form_input.",
                          .tier = Tier::core,
                          .effect = Effect::action,
                          .effect_rules = kRules,
                          .secret_argument = "text",
                          .own_wait = told_wait},
                         kParams,
                         run};
  return tool;
}

}  // namespace tools
}  // namespace oc
