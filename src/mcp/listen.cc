// subscriptions/listen: a request that stays open and hears of changes (stateless revision).
// Tested by: mcp/server_test.cc
#include "mcp/protocol.h"
#include "mcp/server.h"

namespace oc::mcp {
namespace {

constexpr std::size_t kMostListeners = 2048;  // sessions with a handshake listen too
constexpr std::size_t kMostUris = 1000;

// What the client wants and we can tell: honoured is the subset, as it goes into the acknowledgement.
struct Wishes {
  ChangeFilter filter;
  json::object honoured;
};

std::expected<Wishes, rpc::ErrorObject> read_wishes(const json::object& params, bool lists_change) {
  const json::object* wanted = json::find_object(params, "notifications");
  if (!wanted)
    return rpc_error(rpc::kInvalidParams, "Invalid params: notifications is required and must be an object");
  Wishes wishes;
  auto take = [&](std::string_view key, bool& flag) {
    if (lists_change && json::find_bool(*wanted, key).value_or(false)) {
      flag = true;
      wishes.honoured[key] = true;
    }
  };
  take("toolsListChanged", wishes.filter.tools);
  take("promptsListChanged", wishes.filter.prompts);
  take("resourcesListChanged", wishes.filter.resources);
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
  auto wishes = read_wishes(params, server.parts().lists_change);
  if (!wishes) co_return std::unexpected(wishes.error());
  if (server.parts().hub.size() >= kMostListeners)
    co_return rpc_error(rpc::kInternalError, "Subscription limit reached");
  auto outlet = context.outlet;
  auto tell = [outlet, id](std::string_view method, json::object about) {
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
  Signal never{server.parts().executor};
  (void)co_await never.wait(until.stop());
  // Only an end of ours reaches the client: a cancelled request is not answered.
  co_return json::object{{"_meta", json::object{{kMetaSubscription, id}}}};
}

}  // namespace oc::mcp
