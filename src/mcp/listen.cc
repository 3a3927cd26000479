// subscriptions/listen: a request that stays open and hears of changes (stateless revision).
// Tested by: mcp/server_test.cc
#include "mcp/protocol.h"
#include "mcp/server.h"
#include "mcp/task_view.h"

namespace oc::mcp {
namespace {

constexpr std::size_t kMostListeners = 2048;  // sessions with a handshake listen too
constexpr std::size_t kMostUris = 1000;
constexpr std::size_t kMostTasks = 100;

// What the client wants and we can tell: honoured is the subset, as it goes into the acknowledgement.
struct Wishes {
  ChangeFilter filter;
  json::object honoured;
};

using Tell = std::function<void(std::string_view method, json::object about)>;

// Every change of a task, from how it is now to its end.
Task<void> follow_task(Server& server, ledger::TaskRecord task, RequestContext& context, Tell tell,
                       Stop until) {
  Result<ledger::TaskRecord> newest = std::move(task);
  while (newest) {
    json::object about = co_await detailed_task(server, *newest, context);
    if (until.requested()) co_return;
    tell("notifications/tasks", std::move(about));
    if (newest->ended()) co_return;
    newest = co_await server.parts().tasks.wait_for_change(newest->task_id, newest->revision, until);
  }
}

// The ids of tasks that are there; others are not honoured.
Task<std::expected<std::vector<ledger::TaskRecord>, rpc::ErrorObject>> find_tasks(Server& server,
                                                                                  const json::object& wanted,
                                                                                  RequestContext& context) {
  std::vector<ledger::TaskRecord> found;
  const json::value* ids = wanted.if_contains("taskIds");
  if (!ids) co_return found;
  if (auto lacking = lacks_tasks(context, "taskIds")) co_return std::unexpected(std::move(*lacking));
  if (!ids->is_array() || ids->get_array().size() > kMostTasks)
    co_return rpc_error(rpc::kInvalidParams,
                        cat("Invalid params: taskIds must be an array of at most ", kMostTasks));
  for (const json::value& id : ids->get_array()) {
    if (!id.is_string()) co_return rpc_error(rpc::kInvalidParams, "Invalid params: taskIds holds strings");
    auto task = co_await server.parts().tasks.get(std::string{json::view(id.get_string())}, context.stop);
    if (task) found.push_back(std::move(*task));
  }
  co_return found;
}

std::expected<Wishes, rpc::ErrorObject> read_wishes(const json::object& params, const ListChanges& changes) {
  const json::object* wanted = json::find_object(params, "notifications");
  if (!wanted)
    return rpc_error(rpc::kInvalidParams, "Invalid params: notifications is required and must be an object");
  Wishes wishes;
  auto take = [&](std::string_view key, bool can_change, bool& flag) {
    if (can_change && json::find_bool(*wanted, key).value_or(false)) {
      flag = true;
      wishes.honoured[key] = true;
    }
  };
  take("toolsListChanged", changes.tools, wishes.filter.tools);
  take("promptsListChanged", changes.prompts, wishes.filter.prompts);
  take("resourcesListChanged", changes.resources, wishes.filter.resources);
  if (const json::value* uris = wanted->if_contains("resourceSubscriptions")) {
    if (!uris->is_array())
      return rpc_error(rpc::kInvalidParams, "Invalid params: resourceSubscriptions must be an array");
    if (uris->get_array().size() > kMostUris)
      return rpc_error(rpc::kInvalidParams,
                       cat("Invalid params: at most ", kMostUris, " resourceSubscriptions"));
    json::array kept;
    for (const json::value& uri : uris->get_array()) {
      if (!uri.is_string())
        return rpc_error(rpc::kInvalidParams, "Invalid params: resourceSubscriptions holds strings");
      wishes.filter.resource_uris.emplace(json::view(uri.get_string()));
      kept.push_back(uri);
    }
    wishes.honoured["resourceSubscriptions"] = std::move(kept);
  }
  return wishes;
}

}  // namespace

Task<rpc::Answer> listen_to_changes(Server& server, const json::object& params, RequestContext& context,
                                    const json::value& id) {
  auto wishes = read_wishes(params, server.parts().changes);
  if (!wishes) co_return std::unexpected(wishes.error());
  if (server.parts().hub.size() >= kMostListeners)
    co_return rpc_error(rpc::kInternalError, "Subscription limit reached");
  auto tasks = co_await find_tasks(server, params.at("notifications").as_object(), context);
  if (!tasks) co_return std::unexpected(tasks.error());
  if (!tasks->empty()) {
    json::array ids;
    for (const ledger::TaskRecord& task : *tasks) ids.emplace_back(task.task_id);
    wishes->honoured["taskIds"] = std::move(ids);
  }
  auto outlet = context.outlet;
  Tell tell = [outlet, id](std::string_view method, json::object about) {
    json::value& meta = about["_meta"];
    if (!meta.is_object()) meta = json::object{};
    meta.as_object()[kMetaSubscription] = id;
    outlet->send(rpc::write_notification(method, about));
  };
  tell("notifications/subscriptions/acknowledged", {{"notifications", wishes->honoured}});
  ChangeFilter filter = std::move(wishes->filter);
  auto subscription = server.parts().hub.add([&filter]() -> const ChangeFilter& { return filter; }, tell);
  StopSource until{context.stop};
  StopCallback closing =
      server.parts().closing.on_stop([until]() mutable { until.request(StopReason::shutdown); });
  Nursery followers{server.parts().executor, server.parts().log};
  for (ledger::TaskRecord& task : *tasks)
    followers.start("task listener", follow_task(server, std::move(task), context, tell, until.stop()));
  Signal never{server.parts().executor};
  (void)co_await never.wait(until.stop());
  (void)co_await followers.join({});
  // Only an end of ours reaches the client: a cancelled request is not answered.
  co_return json::object{{"_meta", json::object{{kMetaSubscription, id}}}};
}

}  // namespace oc::mcp
