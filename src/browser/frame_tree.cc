#include "browser/frame_tree.h"

#include <algorithm>

#include "base/text.h"

namespace oc::browser {
namespace {

using json::text_of;

}  // namespace

void FrameTree::start(std::string main_id, std::shared_ptr<cdp::Session> session) {
  clear();
  main_id_ = std::move(main_id);
  frames_[main_id_] = {.id = main_id_, .session = session};
  listen(session);
}

void FrameTree::clear() {
  subscriptions_.clear();
  frames_.clear();
}

const Frame* FrameTree::find(const std::string& id) const {
  auto found = frames_.find(id);
  return found == frames_.end() ? nullptr : &found->second;
}

std::vector<std::string> FrameTree::ids() const {
  std::vector<std::string> out;
  for (const auto& [id, frame] : frames_) out.push_back(id);
  return out;
}

std::vector<std::string> FrameTree::line_from(std::string id) const {
  std::vector<std::string> out{std::move(id)};
  for (const Frame* frame = find(out.back()); frame && !frame->parent.empty(); frame = find(out.back())) {
    if (std::ranges::find(out, frame->parent) != out.end()) break;
    out.push_back(frame->parent);
  }
  return out;
}

void FrameTree::listen(const std::shared_ptr<cdp::Session>& session) {
  std::weak_ptr<cdp::Session> weak = session;
  std::string id = session->id();
  auto& kept = subscriptions_[id];
  auto on = [&](std::string_view event, auto handler) {
    kept.push_back(session->on(event, std::move(handler)));
  };
  on("Page.frameNavigated", [this, weak](const json::object& params) {
    const json::object* frame = json::find_object(params, "frame");
    if (auto from = weak.lock(); from && frame) on_navigated(from, *frame);
  });
  on("Page.navigatedWithinDocument", [this](const json::object& params) {
    auto found = frames_.find(text_of(params, "frameId"));
    if (found != frames_.end()) {
      found->second.url = text_of(params, "url");
      found->second.is_heard = true;
    }
    ++moves_;
  });
  on("Page.frameAttached", [this, weak](const json::object& params) {
    Frame& frame = frames_[text_of(params, "frameId")];
    frame.id = text_of(params, "frameId");
    frame.parent = text_of(params, "parentFrameId");
    if (!frame.session) frame.session = weak.lock();
  });
  on("Page.frameDetached", [this](const json::object& params) {
    // A frame that moves to another process goes on there.
    if (text_of(params, "reason") != "swap") remove(text_of(params, "frameId"));
  });
  on("Runtime.executionContextDestroyed", [this, id](const json::object& params) {
    drop_contexts(id, json::find_integer(params, "executionContextId"));
  });
  on("Runtime.executionContextsCleared",
     [this, id](const json::object&) { drop_contexts(id, std::nullopt); });
}

void FrameTree::on_navigated(const std::shared_ptr<cdp::Session>& session, const json::object& from) {
  std::string id = text_of(from, "id");
  Frame& frame = frames_[id];
  frame.id = id;
  frame.parent = text_of(from, "parentId");
  frame.loader_id = text_of(from, "loaderId");
  frame.url = cat(text_of(from, "url"), text_of(from, "urlFragment"));
  frame.is_heard = true;
  frame.session = session;
  frame.world.reset();
  if (id == main_id_) ++documents_;
  ++moves_;
  // What was inside went with the old document.
  std::vector<std::string> children;
  for (const auto& [other, child] : frames_) {
    if (child.parent == id && other != id) children.push_back(other);
  }
  for (const std::string& child : children) remove(child);
}

void FrameTree::take_tree(const json::object& tree, const std::shared_ptr<cdp::Session>& session) {
  const json::object* from = json::find_object(tree, "frame");
  if (!from) return;
  std::string id = text_of(*from, "id");
  Frame& frame = frames_[id];
  std::string loader = text_of(*from, "loaderId");
  // The tree of an earlier document, its frames included.
  if (frame.is_heard && !frame.loader_id.empty() && frame.loader_id != loader) return;
  frame.id = id;
  frame.parent = text_of(*from, "parentId");
  frame.loader_id = std::move(loader);
  if (!frame.is_heard) frame.url = cat(text_of(*from, "url"), text_of(*from, "urlFragment"));
  if (!frame.session) frame.session = session;
  if (const json::array* children = json::find_array(tree, "childFrames")) {
    for (const json::value& child : *children) take_tree(child.as_object(), session);
  }
}

void FrameTree::add_session(const std::string& frame_id, std::shared_ptr<cdp::Session> session) {
  Frame& frame = frames_[frame_id];
  frame.id = frame_id;
  frame.session = session;
  frame.is_heard = false;  // in its new process nothing yet
  frame.world.reset();
  listen(session);
}

void FrameTree::remove_session(const std::string& session_id) {
  subscriptions_.erase(session_id);
  std::vector<std::string> gone;
  for (const auto& [id, frame] : frames_) {
    if (frame.session && frame.session->id() == session_id) gone.push_back(id);
  }
  for (const std::string& id : gone) remove(id);
}

void FrameTree::remove(const std::string& id) {
  std::vector<std::string> children;
  for (const auto& [other, child] : frames_) {
    if (child.parent == id && other != id) children.push_back(other);
  }
  frames_.erase(id);
  for (const std::string& child : children) remove(child);
}

void FrameTree::drop_contexts(const std::string& session_id, std::optional<std::int64_t> context_id) {
  for (auto& [id, frame] : frames_) {
    bool here = frame.session && frame.session->id() == session_id && frame.world;
    if (here && (!context_id || frame.world->context_id == *context_id)) frame.world.reset();
  }
}

void FrameTree::drop_world(const std::string& frame_id) {
  auto found = frames_.find(frame_id);
  if (found != frames_.end()) found->second.world.reset();
}

Task<Result<std::shared_ptr<World>>> FrameTree::world(std::string frame_id, Stop stop) {
  const Frame* frame = find(frame_id);
  if (!frame || !frame->session) co_return fail(ErrorCode::page_changed, "the frame is gone");
  if (frame->world) co_return frame->world;
  if ((frame->loader_id.empty() || frame->url.empty()) && frame_id != main_id_) {
    // It was there before us, in its own process: its events are past, and its parent's process knows no
    // address.
    std::shared_ptr<cdp::Session> drawn_by = frame->session;
    auto tree = co_await drawn_by->send("Page.getFrameTree", {}, stop);
    if (!tree && stop.requested()) co_return std::unexpected(std::move(tree).error());
    const json::object* top = tree ? json::find_object(tree->as_object(), "frameTree") : nullptr;
    if (top) take_tree(*top, drawn_by);
    frame = find(frame_id);
    if (!frame || !frame->session) co_return fail(ErrorCode::page_changed, "the frame is gone");
  }
  std::string loader = frame->loader_id;
  std::shared_ptr<cdp::Session> session = frame->session;
  auto made = co_await session->send("Page.createIsolatedWorld",
                                     {{"frameId", frame_id}, {"worldName", kWorldName}}, stop);
  if (!made) {
    bool gone = made.error().code == ErrorCode::protocol_error;
    if (gone) co_return fail(ErrorCode::page_changed, "the frame went away before it could be read");
    co_return std::unexpected(std::move(made).error());
  }
  auto world = std::make_shared<World>();
  world->context_id = json::find_integer(made->as_object(), "executionContextId").value_or(0);
  // The document may have gone while the answer came; then the next one gets its own world.
  auto found = frames_.find(frame_id);
  if (found != frames_.end() && found->second.loader_id == loader && found->second.session == session) {
    if (found->second.world) co_return found->second.world;
    found->second.world = world;
  }
  co_return world;
}

}  // namespace oc::browser
