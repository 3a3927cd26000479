// Tested by: tests/browser/frames_test.mjs
#include "page/element_objects.h"

#include <charconv>

#include "base/text.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr int kDeepestRoot = 4;  // closed roots one inside the other

using json::text_of;

std::shared_ptr<cdp::Session> session_of(browser::Tab& tab, const std::string& frame_id) {
  const browser::Frame* frame = tab.frames().find(frame_id);
  return frame ? frame->session : nullptr;
}

// One DOM.describeNode per object, all at once.
Task<Result<std::map<std::int64_t, json::object>>> describe(browser::Tab& tab,
                                                            std::map<std::int64_t, std::string> objects,
                                                            std::string frame_id, Stop stop) {
  std::map<std::int64_t, json::object> nodes;
  auto session = session_of(tab, frame_id);
  if (!session) co_return fail(ErrorCode::page_changed, "the frame is gone");
  Executor executor = co_await asio::this_coro::executor;
  SystemClock clock;
  Logger quiet{[](std::string_view) {}, clock, LogLevel::off};
  Nursery asking{executor, quiet};
  for (const auto& [ref, object] : objects) {
    asking.start("describe node",
                 [](browser::Tab& of, std::shared_ptr<cdp::Session> on, std::int64_t key, std::string id,
                    std::map<std::int64_t, json::object>& into, Stop until) -> Task<void> {
                   auto node = co_await of.send_to(
                       on, "DOM.describeNode", {{"objectId", std::move(id)}, {"depth", 1}, {"pierce", true}},
                       until);
                   const json::object* found = node ? json::find_object(node->as_object(), "node") : nullptr;
                   if (found) into[key] = *found;
                 }(tab, session, ref, object, nodes, stop));
  }
  (void)co_await asking.join({});  // each ends with the stop
  if (stop.requested()) co_return std::unexpected(stop.error());
  co_return nodes;
}

// The same node as the page's own scripts hold it: the browser tells listeners only of the world that asks.
Task<Result<std::string>> in_own_world(browser::Tab& tab, std::shared_ptr<cdp::Session> session,
                                       std::string object_id, std::string group, Stop stop) {
  auto node = co_await tab.send_to(session, "DOM.describeNode", {{"objectId", std::move(object_id)}}, stop);
  if (!node) co_return std::unexpected(std::move(node).error());
  const json::object* found = json::find_object(node->as_object(), "node");
  auto backend = found ? json::find_integer(*found, "backendNodeId") : std::nullopt;
  if (!backend) co_return fail(ErrorCode::stale_ref, "the element is gone from the page");
  auto own = co_await tab.send_to(session, "DOM.resolveNode",
                                  {{"backendNodeId", *backend}, {"objectGroup", group}}, stop);
  if (!own) co_return std::unexpected(std::move(own).error());
  const json::object* object = json::find_object(own->as_object(), "object");
  co_return object ? text_of(*object, "objectId") : "";
}

// Backend id of the closed shadow root among a host's shadow roots.
std::optional<std::int64_t> closed_root(const json::object& node) {
  const json::array* roots = json::find_array(node, "shadowRoots");
  if (!roots) return std::nullopt;
  for (const json::value& root : *roots) {
    const json::object& found = root.as_object();
    if (json::find_string(found, "shadowRootType") == "closed")
      return json::find_integer(found, "backendNodeId");
  }
  return std::nullopt;
}

}  // namespace

Task<Result<std::map<std::int64_t, std::string>>> objects_of(browser::Tab& tab,
                                                             std::vector<std::int64_t> refs,
                                                             std::string frame_id, const ObjectGroup& group,
                                                             Stop stop) {
  json::array wanted;
  for (std::int64_t ref : refs) wanted.push_back(ref);
  auto list =
      co_await run_script_for_object(tab, scripts::kElementsByRef, {{"refs", wanted}}, group, stop, frame_id);
  if (!list) co_return std::unexpected(std::move(list).error());
  auto session = session_of(tab, frame_id);
  auto properties = co_await tab.send_to(session, "Runtime.getProperties",
                                         {{"objectId", *list}, {"ownProperties", true}}, stop);
  if (!properties) co_return std::unexpected(std::move(properties).error());
  std::map<std::int64_t, std::string> out;
  const json::array* members = json::find_array(properties->as_object(), "result");
  for (std::size_t i = 0; members && i < members->size(); ++i) {
    const json::object& member = (*members)[i].as_object();
    std::string name = text_of(member, "name");
    std::size_t index = 0;
    auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), index);
    const json::object* value = json::find_object(member, "value");
    if (problem != std::errc{} || end != name.data() + name.size() || index >= refs.size() || !value)
      continue;
    if (auto id = json::find_string(*value, "objectId")) out[refs[index]] = *id;
  }
  co_return out;
}

Task<Result<std::map<std::int64_t, std::string>>> frames_inside(browser::Tab& tab,
                                                                std::vector<std::int64_t> refs,
                                                                std::string frame_id, Stop stop) {
  ObjectGroup group{tab, frame_id};
  auto objects = co_await objects_of(tab, std::move(refs), frame_id, group, stop);
  if (!objects) co_return std::unexpected(std::move(objects).error());
  auto nodes = co_await describe(tab, std::move(*objects), frame_id, stop);
  if (!nodes) co_return std::unexpected(std::move(nodes).error());
  std::map<std::int64_t, std::string> out;
  for (const auto& [ref, node] : *nodes) {
    if (auto id = json::find_string(node, "frameId")) out[ref] = *id;
  }
  co_return out;
}

Task<Result<bool>> find_closed_roots(browser::Tab& tab, std::vector<std::int64_t> hosts, std::string frame_id,
                                     Stop stop) {
  ObjectGroup group{tab, frame_id};
  auto objects = co_await objects_of(tab, hosts, frame_id, group, stop);
  if (!objects) co_return std::unexpected(std::move(objects).error());
  auto nodes = co_await describe(tab, *objects, frame_id, stop);
  if (!nodes) co_return std::unexpected(std::move(nodes).error());
  auto world = co_await tab.world(frame_id, stop);
  if (!world) co_return std::unexpected(std::move(world).error());
  auto session = session_of(tab, frame_id);
  bool any = false;
  json::array none;
  for (const auto& [ref, node] : *nodes) {
    auto backend = closed_root(node);
    if (!backend) {
      none.push_back(ref);
      continue;
    }
    auto root = co_await tab.send_to(session, "DOM.resolveNode",
                                     {{"backendNodeId", *backend},
                                      {"executionContextId", (*world)->context_id},
                                      {"objectGroup", group.name()}},
                                     stop);
    const json::object* object = root ? json::find_object(root->as_object(), "object") : nullptr;
    if (!object) continue;
    auto noted = co_await run_script(tab, scripts::kNoteClosedRoots, {{"refs", json::array{}}}, stop,
                                     frame_id, text_of(*object, "objectId"));
    any = any || noted.has_value();
  }
  auto noted = co_await run_script(tab, scripts::kNoteClosedRoots, {{"refs", none}}, stop, frame_id);
  if (!noted) co_return std::unexpected(std::move(noted).error());
  co_return any;
}

Task<Result<void>> open_closed_roots(browser::Tab& tab, std::string frame_id, Stop stop) {
  for (int depth = 0; depth < kDeepestRoot; ++depth) {
    auto answer = co_await run_script(tab, scripts::kClosedHosts, {}, stop, frame_id);
    if (!answer) co_return std::unexpected(std::move(answer).error());
    std::vector<std::int64_t> hosts;
    const json::array* listed = json::find_array(answer->value.as_object(), "hosts");
    for (std::size_t i = 0; listed && i < listed->size(); ++i) {
      if (auto ref = json::as_integer((*listed)[i])) hosts.push_back(*ref);
    }
    if (hosts.empty()) break;
    auto found = co_await find_closed_roots(tab, std::move(hosts), frame_id, stop);
    if (!found) co_return std::unexpected(std::move(found).error());
    if (!*found) break;
  }
  co_return Result<void>{};
}

Task<Result<std::vector<EventListener>>> listeners_of(browser::Tab& tab, ElementTarget target, Stop stop) {
  std::vector<EventListener> out;
  auto resolved = resolve(tab, target);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  auto ref = json::find_integer(resolved->args, "ref");
  if (!ref) co_return out;
  ObjectGroup group{tab, resolved->frame_id};
  auto objects = co_await objects_of(tab, {*ref}, resolved->frame_id, group, stop);
  if (!objects) co_return std::unexpected(std::move(objects).error());
  if (objects->empty()) co_return out;
  auto session = session_of(tab, resolved->frame_id);
  auto own = co_await in_own_world(tab, session, objects->begin()->second, group.name(), stop);
  if (!own) co_return std::unexpected(std::move(own).error());
  auto answer = co_await tab.send_to(session, "DOMDebugger.getEventListeners", {{"objectId", *own}}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::array* found = json::find_array(answer->as_object(), "listeners");
  for (std::size_t i = 0; found && i < found->size(); ++i) {
    const json::object& listener = (*found)[i].as_object();
    out.push_back({.type = text_of(listener, "type"),
                   .capture = json::find_bool(listener, "useCapture").value_or(false),
                   .passive = json::find_bool(listener, "passive").value_or(false),
                   .once = json::find_bool(listener, "once").value_or(false)});
  }
  co_return out;
}

}  // namespace oc::page
