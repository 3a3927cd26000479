#include "mcp/server.h"

#include <algorithm>
#include <array>

#include "mcp/protocol.h"
#include "mcp/task_view.h"

namespace oc::mcp {
namespace {

Task<rpc::Answer> ping(Server&, const json::object&, RequestContext&, const json::value&) {
  co_return json::object{};
}

Task<rpc::Answer> set_log_level(Server&, const json::object& params, RequestContext& context,
                                const json::value&) {
  auto word = json::find_string(params, "level");
  auto level = word ? from_word<tool::MessageLevel>(*word) : std::nullopt;
  if (!level)
    co_return rpc_error(rpc::kInvalidParams,
                        "Invalid params: level must be one of the eight levels from debug to emergency");
  if (context.session) context.session->client.log_level = level;
  co_return json::object{};
}

Task<rpc::Answer> discover(Server& server, const json::object&, RequestContext& context, const json::value&) {
  json::object result{{"supportedVersions", supported_versions()},
                      {"capabilities", server.capabilities(context.client.revision)}};
  if (!server.parts().instructions.empty()) result["instructions"] = server.parts().instructions;
  mark_cacheable(result, context, 3'600'000);
  co_return result;
}

constexpr std::array kMethods{
    Method{"completion/complete", true, true, "", complete_argument},
    Method{"logging/setLevel", true, false, "", set_log_level},
    Method{"ping", true, false, "", ping},
    Method{"prompts/get", true, true, "name", get_prompt},
    Method{"prompts/list", true, true, "", list_prompts},
    Method{"resources/list", true, true, "", list_resources},
    Method{"resources/read", true, true, "uri", read_resource},
    Method{"resources/subscribe", true, false, "", watch_resource},
    Method{"resources/templates/list", true, true, "", list_templates},
    Method{"resources/unsubscribe", true, false, "", unwatch_resource},
    Method{"server/discover", false, true, "", discover},
    Method{"subscriptions/listen", false, true, "", listen_to_changes},
    Method{"tasks/cancel", true, true, "taskId", cancel_task},
    Method{"tasks/get", true, true, "taskId", get_task},
    Method{"tasks/list", true, false, "", list_tasks},
    Method{"tasks/result", true, false, "", get_task_result},
    Method{"tasks/update", false, true, "taskId", update_task},
    Method{"tools/call", true, true, "name", call_tool},
    Method{"tools/list", true, true, "", list_tools},
};

}  // namespace

void mark_cacheable(json::object& result, const RequestContext& context, std::int64_t ttl_ms) {
  if (!context.modern()) return;
  result["ttlMs"] = ttl_ms;
  result["cacheScope"] = "private";
}

const Method* Server::find(std::string_view method, bool modern) const {
  auto found = std::ranges::find(kMethods, method, &Method::name);
  if (found == kMethods.end() || !(modern ? found->modern : found->legacy)) return nullptr;
  return &*found;
}

Task<rpc::Answer> Server::serve(const Method& method, rpc::Request request, RequestContext context) {
  auto answer = co_await method.handle(*this, request.params, context, request.id);
  if (answer && context.modern()) {
    json::object& result = answer->as_object();
    if (!result.contains("resultType")) result["resultType"] = "complete";
    json::value& meta = result["_meta"];
    if (!meta.is_object()) meta = json::object{};
    meta.as_object()[kMetaServerInfo] = parts_.info;
  }
  co_return answer;
}

json::object Server::capabilities(Revision revision) const {
  const RevisionFacts& known = facts(revision);
  auto list = [](bool changes) { return changes ? json::object{{"listChanged", true}} : json::object{}; };
  json::object resources = list(parts_.changes.resources);
  resources["subscribe"] = true;
  json::object out{{"tools", list(parts_.changes.tools)},
                   {"resources", std::move(resources)},
                   {"prompts", list(parts_.changes.prompts)}};
  if (known.annotations) out["completions"] = json::object{};
  // Deprecated in the stateless revision, where messages are asked for by each request.
  if (!known.stateless) out["logging"] = json::object{};
  if (known.tasks) out["tasks"] = task_capability(parts_.lists_tasks);
  if (known.stateless) out["extensions"] = json::object{{kTasksExtension, json::object{}}};
  return out;
}

std::expected<Server::Handshake, rpc::ErrorObject> Server::shake_hands(const json::object& params) const {
  auto asked = json::find_string(params, "protocolVersion");
  if (!asked)
    return rpc_error(rpc::kInvalidParams, "Invalid params: protocolVersion is required and must be a string");
  Session session;
  session.client.revision = negotiate(*asked);
  session.client.log_level = tool::MessageLevel::info;
  if (const json::object* capabilities_of_client = json::find_object(params, "capabilities")) {
    session.client.capabilities = *capabilities_of_client;
  }
  if (const json::object* info = json::find_object(params, "clientInfo")) {
    session.client.name = shorten(one_line(json::find_string(*info, "name").value_or("")), 80);
  }
  Revision revision = session.client.revision;
  json::object info{{"name", parts_.info.at("name")}, {"version", parts_.info.at("version")}};
  if (facts(revision).structured_content) info = parts_.info;
  json::object result{{"protocolVersion", word_of(revision)},
                      {"capabilities", capabilities(revision)},
                      {"serverInfo", std::move(info)}};
  if (!parts_.instructions.empty()) result["instructions"] = parts_.instructions;
  return Handshake{std::move(session), std::move(result)};
}

SubscriptionHub::Subscription Server::follow(const Session& session, SubscriptionHub::Listener listener) {
  auto filter = std::make_shared<ChangeFilter>();
  return parts_.hub.add(
      [filter, &session, lists = parts_.changes]() -> const ChangeFilter& {
        *filter = {.tools = lists.tools,
                   .prompts = lists.prompts,
                   .resources = lists.resources,
                   .resource_uris = session.watched_resources};
        return *filter;
      },
      std::move(listener));
}

}  // namespace oc::mcp
