// Tested by: tests/browser/frames_test.mjs
#include "page/frame_place.h"

#include <cmath>

namespace oc::page {
namespace {

constexpr int kDeepestFrame = 32;

using Numbers = std::vector<double>;

// x and y of four corners, clockwise from the upper left.
std::optional<Numbers> quad_in(const json::object& model, std::string_view name) {
  const json::array* quad = json::find_array(model, name);
  if (!quad || quad->size() != 8) return std::nullopt;
  Numbers out;
  for (const json::value& number : *quad) {
    if (!number.is_number()) return std::nullopt;
    out.push_back(number.to_number<double>());
  }
  return out;
}

// Of the element that holds the frame, from the corner of what its process draws.
Task<Result<FramePlace>> place_of_owner(browser::Tab& tab, std::shared_ptr<cdp::Session> session,
                                        std::string frame_id, Stop stop) {
  auto owner = co_await tab.send_to(session, "DOM.getFrameOwner", {{"frameId", frame_id}}, stop);
  if (!owner) co_return std::unexpected(std::move(owner).error());
  auto node = json::find_integer(owner->as_object(), "backendNodeId").value_or(0);
  auto box = co_await tab.send_to(session, "DOM.getBoxModel", {{"backendNodeId", node}}, stop);
  if (!box) co_return std::unexpected(std::move(box).error());
  const json::object* model = json::find_object(box->as_object(), "model");
  auto content = model ? quad_in(*model, "content") : std::nullopt;
  auto border = model ? quad_in(*model, "border") : std::nullopt;
  if (!content || !border)
    co_return fail(ErrorCode::protocol_error, "the browser did not say where the frame is");
  FramePlace place{.x = (*content)[0], .y = (*content)[1]};
  // The sides as they are drawn, by the size that the page gave it.
  double width = static_cast<double>(json::find_integer(*model, "width").value_or(0));
  double height = static_cast<double>(json::find_integer(*model, "height").value_or(0));
  if (width <= 0 || height <= 0) co_return place;
  place.right_x = ((*border)[2] - (*border)[0]) / width;
  place.right_y = ((*border)[3] - (*border)[1]) / width;
  place.down_x = ((*border)[6] - (*border)[0]) / height;
  place.down_y = ((*border)[7] - (*border)[1]) / height;
  // Sizes are told in whole pixels: what is less than one of them over a whole side is no scaling.
  auto is_near = [](double step, double whole, double size) { return std::abs(step - whole) * size < 1; };
  if (is_near(place.right_x, 1, width) && is_near(place.right_y, 0, width))
    place.right_x = 1, place.right_y = 0;
  if (is_near(place.down_y, 1, height) && is_near(place.down_x, 0, height))
    place.down_x = 0, place.down_y = 1;
  co_return place;
}

// A place that was told from the corner of another one.
FramePlace inside_of(const FramePlace& outer, const FramePlace& inner) {
  auto [x, y] = outer.outside({inner.x, inner.y});
  auto turned = [&](double dx, double dy) {
    return FramePlace::Place{dx * outer.right_x + dy * outer.down_x, dx * outer.right_y + dy * outer.down_y};
  };
  auto right = turned(inner.right_x, inner.right_y);
  auto down = turned(inner.down_x, inner.down_y);
  return {x, y, right.x, right.y, down.x, down.y};
}

}  // namespace

FramePlace::Place FramePlace::outside(Place inside) const {
  return {x + inside.x * right_x + inside.y * down_x, y + inside.x * right_y + inside.y * down_y};
}

FramePlace::Place FramePlace::inside(Place outside) const {
  double area = right_x * down_y - right_y * down_x;
  if (area == 0) return {-1, -1};  // folded away
  double dx = outside.x - x;
  double dy = outside.y - y;
  return {(dx * down_y - dy * down_x) / area, (dy * right_x - dx * right_y) / area};
}

Task<Result<FramePlace>> place_of_frame(browser::Tab& tab, std::string frame_id, Stop stop) {
  FramePlace place;
  for (int depth = 0; frame_id != tab.target_id(); ++depth) {
    const browser::Frame* frame = tab.frames().find(frame_id);
    const browser::Frame* parent = frame ? tab.frames().find(frame->parent) : nullptr;
    if (!parent || !parent->session || depth > kDeepestFrame)
      co_return fail(ErrorCode::page_changed, "the frame is gone");
    std::shared_ptr<cdp::Session> session = parent->session;
    // Everything that one process draws has one corner: that of the outermost frame it draws.
    std::string outermost = parent->id;
    for (const browser::Frame* above = parent; above && above->session == session;
         above = tab.frames().find(above->parent))
      outermost = above->id;
    auto owner = co_await place_of_owner(tab, session, frame_id, stop);
    if (!owner) co_return std::unexpected(std::move(owner).error());
    place = inside_of(*owner, place);
    frame_id = outermost;
  }
  co_return place;
}

}  // namespace oc::page
