// computer — mouse, keyboard and screen by pixels, as a person at the machine.
// Tested by: tests/browser/{computer,pointer_path}_test.mjs
#include "page/field_reading.h"
#include "page/pointer_path.h"
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
  left_mouse_down,
  left_mouse_up,
  mouse_move,
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
  static constexpr std::array<std::string_view, 15> words{
      "screenshot",   "left_click", "right_click",     "middle_click",  "double_click",
      "triple_click", "drag",       "left_mouse_down", "left_mouse_up", "mouse_move",
      "type",         "key",        "scroll",          "hover",         "wait"};
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
  std::vector<std::vector<double>> path;
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
    optional("coordinate", &Args::coordinate, "[x, y]; of a drag: its end.").max_items(2),
    optional("start_coordinate", &Args::start_coordinate, "Start of a drag.").max_items(2),
    optional("path", &Args::path, "Points that mouse_move goes through.").max_items(500),
    optional("ref", &Args::ref, "Instead of coordinate."),
    optional("selector", &Args::selector).max_length(10'000),
    optional("text", &Args::text,
             "What to type; the keys: \"Ctrl+A\", \"Tab Tab Enter\"; modifiers of a click.")
        .max_length(100'000),
    optional("direction", &Args::direction, "Of scroll."),
    optional("amount", &Args::amount, "Pixels; default most of a screen.").range(0, 1'000'000),
    listed_when(ListedWhen::never,
                optional("repeat", &Args::repeat, "How often the keys are pressed.").range(1, 100)),
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

Result<std::vector<page::Point>> points_of(const Args& args) {
  std::vector<page::Point> out;
  for (const std::vector<double>& point : args.path) {
    auto target = page::make_target({}, {}, {}, point);
    if (!target) return std::unexpected(std::move(target).error().in("path"));
    out.push_back(*target->coordinate);
  }
  return out;
}

// Where the pointer is to go: to a place, or to an element, which is scrolled to.
Task<Result<std::optional<page::Point>>> place_of(page::Scene scene, const Args& args, Stop stop) {
  if (!args.ref && !args.selector && !args.coordinate) co_return std::nullopt;
  auto target = page::make_target(args.ref, args.selector, {}, args.coordinate);
  if (!target) co_return std::unexpected(std::move(target).error());
  if (target->coordinate) co_return target->coordinate;
  auto aimed =
      co_await page::aim(scene.tab, std::move(*target), {.use = page::Use::hover, .watch = false}, stop);
  if (!aimed) co_return std::unexpected(std::move(aimed).error());
  co_return aimed->at;
}

Task<Result<page::Deed>> use_button(page::Scene scene, const Args& args, Stop stop) {
  auto at = co_await place_of(scene, args, stop);
  if (!at) co_return std::unexpected(std::move(at).error());
  if (args.action == ComputerAction::left_mouse_up) co_return co_await page::release_button(scene, *at, stop);
  if (args.action == ComputerAction::left_mouse_down) {
    const auto& last = scene.tab.pointer();
    if (!*at && last) *at = page::Point{last->x, last->y};
    if (!*at)
      co_return fail(ErrorCode::invalid_arguments, "left_mouse_down needs a coordinate, ref or selector");
    co_return co_await page::press_button(scene, **at, stop);
  }
  auto path = points_of(args);
  if (!path) co_return std::unexpected(std::move(path).error());
  if (*at) path->push_back(**at);
  if (path->empty())
    co_return fail(ErrorCode::invalid_arguments, "mouse_move needs a coordinate, path, ref or selector");
  co_return co_await page::move_along(scene, std::move(*path), stop);
}

Task<Result<page::Deed>> perform(page::Scene scene, const Args& args, Stop stop) {
  switch (args.action) {
    case ComputerAction::left_mouse_down:
    case ComputerAction::left_mouse_up:
    case ComputerAction::mouse_move:
      co_return co_await use_button(scene, args, stop);
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
  if (args.action == ComputerAction::type) {
    auto typed = co_await page::type_keys(scene, *args.text, stop);
    if (typed && !typed->left_page && !scene.tab.dialogs().open())
      OC_CO_TRY(co_await page::check_typed_date(scene.tab, *args.text, stop));
    co_return typed;
  }
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
