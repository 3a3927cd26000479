// Tested by: tests/browser/interact_test.mjs and computer_test.mjs
#include "page/pointer.h"

#include <memory>

namespace oc::page {
namespace {

constexpr int kDragSteps = 5;

int held(Button button) {
  switch (button) {
    case Button::left:
      return 1;
    case Button::right:
      return 2;
    case Button::middle:
      return 4;
  }
  return 0;
}

json::object mouse_event(std::string_view type, Point at, int modifiers) {
  return {{"type", type}, {"x", at.x}, {"y", at.y}, {"modifiers", modifiers}};
}

json::object button_event(std::string_view type, Point at, const Press& press, int click) {
  json::object event = mouse_event(type, at, press.modifiers);
  event["button"] = word_of(press.button);
  event["buttons"] = type == "mousePressed" ? held(press.button) : 0;
  event["clickCount"] = click;
  return event;
}

// The browser handles the input of a session in order: only the end of the last one is waited for.
Task<Result<void>> send_all(browser::Tab& tab, std::vector<json::object> events, Stop stop) {
  if (!tab.session()) co_return std::unexpected(tab.gone());
  tab.note_deed();
  for (std::size_t i = 0; i + 1 < events.size(); ++i)
    tab.session()->post("Input.dispatchMouseEvent", std::move(events[i]));
  auto sent = co_await tab.send("Input.dispatchMouseEvent", std::move(events.back()), stop);
  if (!sent) co_return std::unexpected(std::move(sent).error());
  co_return Result<void>{};
}

// The way there, for a pointer that is elsewhere: a hand that clicks twice does not move in between.
std::vector<json::object> way_to(browser::Tab& tab, Point at, int modifiers) {
  browser::Tab::PointerPlace place{at.x, at.y};
  bool is_there = tab.pointer() == place;
  tab.set_pointer(place);
  std::vector<json::object> events;
  if (!is_there) events.push_back(mouse_event("mouseMoved", at, modifiers));
  return events;
}

}  // namespace

bool is_elsewhere(const browser::Tab& tab, Point at) {
  return tab.pointer() != browser::Tab::PointerPlace{at.x, at.y};
}

Task<Result<void>> move_pointer(browser::Tab& tab, Point to, int modifiers, Stop stop) {
  std::vector<json::object> events{mouse_event("mouseMoved", to, modifiers)};
  tab.set_pointer(browser::Tab::PointerPlace{to.x, to.y});
  co_return co_await send_all(tab, std::move(events), stop);
}

Task<Result<void>> press_pointer(browser::Tab& tab, Point at, Press press, Stop stop) {
  std::vector<json::object> events = way_to(tab, at, press.modifiers);
  for (int click = 1; click <= press.clicks; ++click) {
    events.push_back(button_event("mousePressed", at, press, click));
    events.push_back(button_event("mouseReleased", at, press, click));
  }
  co_return co_await send_all(tab, std::move(events), stop);
}

Task<Result<void>> turn_wheel(browser::Tab& tab, Point at, double right, double down, int modifiers,
                              Stop stop) {
  json::object wheel = mouse_event("mouseWheel", at, modifiers);
  wheel["deltaX"] = right;
  wheel["deltaY"] = down;
  std::vector<json::object> events = way_to(tab, at, modifiers);
  events.push_back(std::move(wheel));
  co_return co_await send_all(tab, std::move(events), stop);
}

Task<Result<void>> drag_pointer(browser::Tab& tab, Point from, Point to, Stop stop) {
  std::shared_ptr<cdp::Session> session = tab.session();
  if (!session) co_return std::unexpected(tab.gone());
  tab.note_deed();
  // Without this the browser would begin a drag of the desktop, of which pages hear nothing here.
  auto caught = std::make_shared<std::optional<json::object>>();
  cdp::Subscription listening = session->on("Input.dragIntercepted", [caught](const json::object& params) {
    if (const json::object* data = json::find_object(params, "data")) *caught = *data;
  });
  session->post("Input.setInterceptDrags", {{"enabled", true}});
  Press press;
  tab.set_pointer(browser::Tab::PointerPlace{to.x, to.y});
  session->post("Input.dispatchMouseEvent", mouse_event("mouseMoved", from, 0));
  auto pressed =
      co_await tab.send("Input.dispatchMouseEvent", button_event("mousePressed", from, press, 1), stop);
  // Steps on the way: pages begin a drag after some pixels, and ask where it is on every move.
  for (int step = 1; pressed && step <= kDragSteps && !*caught; ++step) {
    double part = static_cast<double>(step) / kDragSteps;
    json::object moved =
        mouse_event("mouseMoved", {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part}, 0);
    moved["button"] = "left";
    moved["buttons"] = 1;
    pressed = co_await tab.send("Input.dispatchMouseEvent", std::move(moved), stop);
  }
  if (pressed && *caught) {
    for (std::string_view type : {"dragEnter", "dragOver", "drop"}) {
      pressed = co_await tab.send("Input.dispatchDragEvent",
                                  {{"type", type}, {"x", to.x}, {"y", to.y}, {"data", **caught}}, stop);
      if (!pressed) break;
    }
  }
  // Whatever happened, no button stays down.
  auto released =
      co_await tab.send("Input.dispatchMouseEvent", button_event("mouseReleased", to, press, 1), stop);
  if (session == tab.session()) session->post("Input.setInterceptDrags", {{"enabled", false}});
  if (!pressed) co_return std::unexpected(std::move(pressed).error());
  if (!released) co_return std::unexpected(std::move(released).error());
  co_return Result<void>{};
}

}  // namespace oc::page
