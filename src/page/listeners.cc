// Tested by: tests/browser/resolver_test.mjs and reading_names_test.mjs
#include "page/listeners.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr std::string_view kDocumentGroup = "openchrome-document";
constexpr std::size_t kMostNodes = 2000;
constexpr std::array<std::string_view, 11> kTypes{"click",     "mousedown", "mouseup",     "pointerdown",
                                                  "pointerup", "dblclick",  "contextmenu", "touchstart",
                                                  "touchend",  "dragstart", "auxclick"};

using json::text_of;

Task<Result<std::string>> object_in(browser::Tab& tab, std::shared_ptr<cdp::Session> session,
                                    json::object node, Stop stop) {
  auto found = co_await tab.send_to(session, "DOM.resolveNode", std::move(node), stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  const json::object* object = json::find_object(found->as_object(), "object");
  co_return object ? text_of(*object, "objectId") : "";
}

// The browser lists the listeners of the world that an object belongs to: the page's own.
Task<Result<std::string>> own_document(browser::Tab& tab, std::shared_ptr<cdp::Session> session,
                                       std::string frame_id, Stop stop) {
  ObjectGroup group{tab, frame_id};
  auto here = co_await run_script_for_object(tab, scripts::kPageDocument, {}, group, stop, frame_id);
  if (!here) co_return std::unexpected(std::move(here).error());
  auto node = co_await tab.send_to(session, "DOM.describeNode", {{"objectId", *here}}, stop);
  if (!node) co_return std::unexpected(std::move(node).error());
  const json::object* found = json::find_object(node->as_object(), "node");
  auto backend = found ? json::find_integer(*found, "backendNodeId") : std::nullopt;
  if (!backend) co_return fail(ErrorCode::page_changed, "the document is gone");
  co_return co_await object_in(tab, session, {{"backendNodeId", *backend}, {"objectGroup", kDocumentGroup}},
                               stop);
}

std::vector<std::int64_t> listening_in(const json::value& answer) {
  std::vector<std::int64_t> out;
  const json::array* listeners = json::find_array(answer.as_object(), "listeners");
  for (std::size_t i = 0; listeners && i < listeners->size(); ++i) {
    const json::object& listener = (*listeners)[i].as_object();
    if (std::ranges::find(kTypes, text_of(listener, "type")) == kTypes.end()) continue;
    auto node = json::find_integer(listener, "backendNodeId");
    if (node && std::ranges::find(out, *node) == out.end()) out.push_back(*node);
    if (out.size() >= kMostNodes) break;
  }
  return out;
}

// The nodes of a frame that listen, and those of the frames in it that the same process draws.
Task<Result<std::vector<std::int64_t>>> listening_nodes(browser::Tab& tab, std::string frame_id, Stop stop) {
  auto world = co_await tab.world(frame_id, stop);
  if (!world) co_return std::unexpected(std::move(world).error());
  std::shared_ptr<browser::World> known = *world;
  const browser::Frame* frame = tab.frames().find(frame_id);
  if (!frame) co_return fail(ErrorCode::page_changed, "the frame is gone");
  std::shared_ptr<cdp::Session> session = frame->session;
  if (known->document_object.empty()) {
    auto document = co_await own_document(tab, session, frame_id, stop);
    if (!document) co_return std::unexpected(std::move(document).error());
    known->document_object = *document;
  }
  auto answer =
      co_await tab.send_to(session, "DOMDebugger.getEventListeners",
                           {{"objectId", known->document_object}, {"depth", -1}, {"pierce", true}}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return listening_in(*answer);
}

// The frames inside of a frame that the same process draws.
std::vector<std::string> frames_within(browser::Tab& tab, const std::string& frame_id) {
  const browser::Frame* outer = tab.frames().find(frame_id);
  std::vector<std::string> out;
  for (std::string& id : tab.frames().ids()) {
    const browser::Frame* frame = tab.frames().find(id);
    std::vector<std::string> line = tab.frames().line_from(id);
    bool is_inside = id != frame_id && std::ranges::find(line, frame_id) != line.end();
    if (outer && frame && is_inside && frame->session == outer->session) out.push_back(std::move(id));
  }
  return out;
}

// The nodes as objects of our world, all asked for at once.
Task<Result<json::array>> objects_in(browser::Tab& tab, std::shared_ptr<cdp::Session> session,
                                     std::vector<std::int64_t> nodes, std::int64_t context_id,
                                     std::string group, Stop stop) {
  json::array out;
  Executor executor = co_await asio::this_coro::executor;
  SystemClock clock;
  Logger quiet{[](std::string_view) {}, clock, LogLevel::off};
  Nursery asking{executor, quiet};
  for (std::int64_t node : nodes) {
    json::object wanted{{"backendNodeId", node}, {"executionContextId", context_id}, {"objectGroup", group}};
    asking.start("resolve node",
                 [](browser::Tab& of, std::shared_ptr<cdp::Session> on, json::object params,
                    json::array& into, Stop until) -> Task<void> {
                   auto object = co_await object_in(of, on, std::move(params), until);
                   if (object && !object->empty()) into.push_back(json::object{{"objectId", *object}});
                 }(tab, session, std::move(wanted), out, stop));
  }
  (void)co_await asking.join({});  // each ends with the stop
  if (stop.requested()) co_return std::unexpected(stop.error());
  co_return out;
}

}  // namespace

Task<Result<void>> note_listeners(browser::Tab& tab, std::string frame_id, Stop stop) {
  auto nodes = co_await listening_nodes(tab, frame_id, stop);
  if (!nodes) co_return std::unexpected(std::move(nodes).error());
  auto world = co_await tab.world(frame_id, stop);
  if (!world) co_return std::unexpected(std::move(world).error());
  std::shared_ptr<browser::World> known = *world;
  std::erase_if(*nodes, [&](std::int64_t node) { return known->listening.contains(node); });
  if (nodes->empty()) co_return Result<void>{};
  std::vector<std::int64_t> own = *nodes;
  // A node of another frame that is made an object of this one has the classes of this one there too: a
  // button that is no Element to the scripts of its own document.
  for (const std::string& inner : frames_within(tab, frame_id)) {
    auto others = co_await listening_nodes(tab, inner, stop);
    if (!others) co_return std::unexpected(std::move(others).error());
    std::erase_if(own, [&](std::int64_t node) { return std::ranges::find(*others, node) != others->end(); });
  }
  if (own.empty()) {
    known->listening.insert(nodes->begin(), nodes->end());
    co_return Result<void>{};
  }
  const browser::Frame* frame = tab.frames().find(frame_id);
  if (!frame) co_return fail(ErrorCode::page_changed, "the frame is gone");
  std::shared_ptr<cdp::Session> session = frame->session;
  ObjectGroup group{tab, frame_id};
  auto found = co_await objects_in(tab, session, own, known->context_id, group.name(), stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  auto noted = co_await tab.send_to(session, "Runtime.callFunctionOn",
                                    {{"functionDeclaration", scripts::kNoteListeners.source},
                                     {"executionContextId", known->context_id},
                                     {"arguments", std::move(*found)}},
                                    stop);
  if (!noted) co_return std::unexpected(std::move(noted).error());
  known->listening.insert(nodes->begin(), nodes->end());
  co_return Result<void>{};
}

}  // namespace oc::page
