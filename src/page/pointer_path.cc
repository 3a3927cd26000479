// Tested by: tests/browser/pointer_path_test.mjs
#include "page/pointer_path.h"

#include <cmath>
#include <memory>

#include "base/text.h"

namespace oc::page {
namespace {

constexpr int kStepsOfALine = 5;

std::string place(Point at) {
  return cat("(", std::llround(at.x), ",", std::llround(at.y), ")");
}

json::object mouse_event(std::string_view type, Point at, bool is_held) {
  json::object event{{"type", type}, {"x", at.x}, {"y", at.y}, {"modifiers", 0}};
  if (!is_held) return event;
  event["button"] = "left";
  event["buttons"] = type == "mouseReleased" ? 0 : 1;
  if (type != "mouseMoved") event["clickCount"] = 1;
  return event;
}

Task<Result<void>> send_event(browser::Tab& tab, std::string method, json::object event, Stop stop) {
  auto sent = co_await tab.send(std::move(method), std::move(event), stop);
  if (!sent) co_return std::unexpected(std::move(sent).error());
  co_return Result<void>{};
}

void note_place(browser::Tab& tab, Point at) {
  tab.set_pointer(browser::Tab::PointerPlace{at.x, at.y});
}

Task<Result<void>> send_drag(browser::Tab& tab, std::string_view type, Point at, const json::object& data,
                             Stop stop) {
  return send_event(tab, "Input.dispatchDragEvent",
                    {{"type", type}, {"x", at.x}, {"y", at.y}, {"data", data}}, std::move(stop));
}

// One move; the browser's own drag and drop takes over when the page has it, and hears of moves in its own
// way.
Task<Result<void>> move_to(browser::Tab& tab, Point at, Stop stop) {
  auto& held = tab.held_button();
  note_place(tab, at);
  if (held && held->drag) co_return co_await send_drag(tab, "dragOver", at, *held->drag, stop);
  auto caught = std::make_shared<std::optional<json::object>>();
  cdp::Subscription listening =
      tab.session()->on("Input.dragIntercepted", [caught](const json::object& params) {
        if (const json::object* data = json::find_object(params, "data")) *caught = *data;
      });
  OC_CO_TRY(co_await send_event(tab, "Input.dispatchMouseEvent",
                                mouse_event("mouseMoved", at, held.has_value()), stop));
  if (!*caught || !tab.held_button()) co_return Result<void>{};
  tab.held_button()->drag = **caught;
  OC_CO_TRY(co_await send_drag(tab, "dragEnter", at, **caught, stop));
  co_return co_await send_drag(tab, "dragOver", at, **caught, stop);
}

std::vector<Point> line_to(const browser::Tab& tab, Point to) {
  const auto& from = tab.pointer();
  if (!from) return {to};
  std::vector<Point> out;
  for (int i = 1; i <= kStepsOfALine; ++i) {
    double part = static_cast<double>(i) / kStepsOfALine;
    out.push_back({from->x + (to.x - from->x) * part, from->y + (to.y - from->y) * part});
  }
  return out;
}

Task<Result<Aim>> look_at(Scene scene, Point at, Stop stop) {
  co_return co_await aim(scene.tab, {.coordinate = at}, {.use = Use::hover, .scroll = false}, stop);
}

}  // namespace

Task<Result<Deed>> press_button(Scene scene, Point at, Stop stop) {
  browser::Tab& tab = scene.tab;
  if (tab.held_button())
    co_return fail(ErrorCode::invalid_arguments, "the left button is down already",
                   "Release it first: left_mouse_up.");
  auto found = co_await look_at(scene, at, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  if (!tab.session()) co_return std::unexpected(tab.gone());
  EffectWatch watch{scene, *found};
  tab.note_deed();
  // Without this the browser would begin a drag of the desktop, of which pages hear nothing here.
  tab.session()->post("Input.setInterceptDrags", {{"enabled", true}});
  OC_CO_TRY(co_await move_to(tab, at, stop));
  tab.held_button() = browser::Tab::HeldButton{.loader_id = tab.navigation().loader_id()};
  auto sent =
      co_await send_event(tab, "Input.dispatchMouseEvent", mouse_event("mousePressed", at, true), stop);
  Deed deed{.line = cat("Pressed the left button at ", place(at), " on ", found->words,
                        "; it stays down until left_mouse_up"),
            .element = found->element};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
}

Task<Result<Deed>> move_along(Scene scene, std::vector<Point> path, Stop stop) {
  browser::Tab& tab = scene.tab;
  Point end = path.back();
  auto found = co_await look_at(scene, end, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  if (!tab.session()) co_return std::unexpected(tab.gone());
  std::size_t points = path.size();
  if (points == 1) path = line_to(tab, end);
  EffectWatch watch{scene, *found};
  tab.note_deed();
  Result<void> sent;
  for (Point at : path) {
    sent = co_await move_to(tab, at, stop);
    if (!sent) break;
  }
  bool is_held = tab.held_button().has_value();
  Deed deed{.line = cat("Moved the pointer", points > 1 ? cat(" along ", points, " points") : "", " to ",
                        place(end), " on ", found->words, is_held ? ", with the left button down" : ""),
            .element = found->element};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
}

Task<Result<Deed>> release_button(Scene scene, std::optional<Point> at, Stop stop) {
  browser::Tab& tab = scene.tab;
  if (!tab.held_button())
    co_return fail(ErrorCode::invalid_arguments, "no button is down in this tab",
                   "left_mouse_down presses it; a page that was left takes it along.");
  const auto& last = tab.pointer();
  Point end = at.value_or(last ? Point{last->x, last->y} : Point{});
  auto found = co_await look_at(scene, end, stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  if (!tab.session()) co_return std::unexpected(tab.gone());
  EffectWatch watch{scene, *found};
  tab.note_deed();
  Result<void> sent;
  bool is_elsewhere = !last || last->x != end.x || last->y != end.y;
  if (is_elsewhere) sent = co_await move_to(tab, end, stop);
  std::optional<json::object> drag;
  if (auto& held = tab.held_button()) drag = held->drag;
  if (sent && drag) sent = co_await send_drag(tab, "drop", end, *drag, stop);
  // Whatever happened, no button stays down.
  auto released =
      co_await send_event(tab, "Input.dispatchMouseEvent", mouse_event("mouseReleased", end, true), stop);
  tab.held_button().reset();
  if (tab.session()) tab.session()->post("Input.setInterceptDrags", {{"enabled", false}});
  if (sent) sent = std::move(released);
  Deed deed{.line = cat("Released the left button at ", place(end), " on ", found->words),
            .element = found->element};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
}

}  // namespace oc::page
