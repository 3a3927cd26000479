// Tested by: tests/browser/frames_test.mjs
#include "page/frame_place.h"

namespace oc::page {
namespace {

constexpr int kDeepestFrame = 32;

// Of the element that holds the frame, from the corner of what its process draws.
Task<Result<Corner>> corner_of_owner(browser::Tab& tab, std::shared_ptr<cdp::Session> session,
                                     std::string frame_id, Stop stop) {
  auto owner = co_await tab.send_to(session, "DOM.getFrameOwner", {{"frameId", frame_id}}, stop);
  if (!owner) co_return std::unexpected(std::move(owner).error());
  auto node = json::find_integer(owner->as_object(), "backendNodeId").value_or(0);
  auto box = co_await tab.send_to(session, "DOM.getBoxModel", {{"backendNodeId", node}}, stop);
  if (!box) co_return std::unexpected(std::move(box).error());
  const json::object* model = json::find_object(box->as_object(), "model");
  const json::array* content = model ? json::find_array(*model, "content") : nullptr;
  bool whole = content && content->size() >= 2 && (*content)[0].is_number() && (*content)[1].is_number();
  if (!whole) co_return fail(ErrorCode::protocol_error, "the browser did not say where the frame is");
  co_return Corner{(*content)[0].to_number<double>(), (*content)[1].to_number<double>()};
}

}  // namespace

Task<Result<Corner>> corner_of_frame(browser::Tab& tab, std::string frame_id, Stop stop) {
  Corner corner;
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
    auto owner = co_await corner_of_owner(tab, session, frame_id, stop);
    if (!owner) co_return std::unexpected(std::move(owner).error());
    corner.x += owner->x;
    corner.y += owner->y;
    frame_id = outermost;
  }
  co_return corner;
}

}  // namespace oc::page
