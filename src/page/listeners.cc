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

std::vector<std::int64_t> new_nodes(const json::value& answer, const browser::World& world) {
  std::vector<std::int64_t> out;
  const json::array* listeners = json::find_array(answer.as_object(), "listeners");
  for (std::size_t i = 0; listeners && i < listeners->size(); ++i) {
    const json::object& listener = (*listeners)[i].as_object();
    if (std::ranges::find(kTypes, text_of(listener, "type")) == kTypes.end()) continue;
    auto node = json::find_integer(listener, "backendNodeId");
    if (!node || world.listening.contains(*node) || std::ranges::find(out, *node) != out.end()) continue;
    out.push_back(*node);
    if (out.size() + world.listening.size() >= kMostNodes) break;
  }
  return out;
}

// The nodes as objects of our world, all asked for at once; those of another document are none of it.
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
  std::vector<std::int64_t> nodes = new_nodes(*answer, *known);
  if (nodes.empty()) co_return Result<void>{};
  ObjectGroup group{tab, frame_id};
  auto found = co_await objects_in(tab, session, nodes, known->context_id, group.name(), stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  auto noted = co_await tab.send_to(session, "Runtime.callFunctionOn",
                                    {{"functionDeclaration", scripts::kNoteListeners.source},
                                     {"executionContextId", known->context_id},
                                     {"arguments", std::move(*found)}},
                                    stop);
  if (!noted) co_return std::unexpected(std::move(noted).error());
  known->listening.insert(nodes.begin(), nodes.end());
  co_return Result<void>{};
}

}  // namespace oc::page
