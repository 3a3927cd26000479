// tools/list and tools/call.
// Tested by: mcp/server_test.cc
#include "mcp/ask.h"
#include "mcp/notices.h"
#include "mcp/page_of.h"
#include "mcp/render.h"
#include "mcp/server.h"
#include "tool/tool_docs.h"

namespace oc::mcp {
namespace {

// What an answer's members mean is for docs/tools.md; in every client's context it would only cost.
json::value without_descriptions(const json::value& schema) {
  const json::object* members = schema.if_object();
  if (!members) return schema;
  json::object out;
  for (const auto& [key, value] : *members) {
    if (key == "properties" && value.is_object()) {
      json::object& properties = out.emplace(key, json::object{}).first->value().get_object();
      for (const auto& [name, property] : value.get_object())
        properties[name] = without_descriptions(property);
    } else if (key != "description") {
      out[key] = without_descriptions(value);
    }
  }
  return out;
}

json::object tool_json(const tool::Tool& tool, Revision revision) {
  const tool::ToolSpec& spec = tool.spec();
  const RevisionFacts& known = facts(revision);
  json::object out{{"name", spec.name}};
  if (known.structured_content && !spec.title.empty()) out["title"] = spec.title;
  out["description"] = tool::description(spec);
  out["inputSchema"] = tool.input_schema();
  if (known.structured_content && tool.output_schema())
    out["outputSchema"] = without_descriptions(*tool.output_schema());
  if (known.annotations) {
    tool::ToolHints hint = tool::hints(spec);
    json::object annotations{{"readOnlyHint", hint.read_only}};
    // The other two mean something only for a tool that changes things.
    if (!hint.read_only) annotations["destructiveHint"] = hint.destructive;
    if (!hint.read_only) annotations["idempotentHint"] = hint.idempotent;
    annotations["openWorldHint"] = hint.open_world;
    out["annotations"] = std::move(annotations);
  }
  return out;
}

// Errors that the model could do nothing about, because they are about the request itself.
std::optional<rpc::ErrorObject> as_rpc_error(const Error& error, const RequestContext& context) {
  if (error.code == ErrorCode::missing_client_capability && context.modern() && error.details.is_object()) {
    return rpc::ErrorObject{kMissingCapability, error.message, error.details};
  }
  return std::nullopt;
}

}  // namespace

Task<rpc::Answer> list_tools(Server& server, const json::object& params, RequestContext& context,
                             const json::value&) {
  json::array tools;
  for (const tool::Tool* tool : server.parts().tools.listed(server.parts().listed)) {
    tools.push_back(tool_json(*tool, context.client.revision));
  }
  auto page = page_of(std::move(tools), "tools", params);
  if (!page) co_return std::unexpected(page.error());
  mark_cacheable(*page, context, 3'600'000);
  co_return std::move(*page);
}

Task<rpc::Answer> call_tool(Server& server, const json::object& params, RequestContext& context,
                            const json::value&) {
  const ServerParts& parts = server.parts();
  auto name = json::find_string(params, "name");
  if (!name)
    co_return rpc_error(rpc::kInvalidParams, "Invalid params: name is required and must be a string");
  const tool::Tool* tool = parts.tools.find(*name);
  if (!tool) {
    std::string_view near = parts.tools.nearest_name(*name);
    std::string advice = near.empty() ? "" : cat("; did you mean ", near, "?");
    co_return rpc_error(rpc::kInvalidParams, cat("Unknown tool: ", shorten(one_line(*name), 80), advice));
  }
  json::object arguments;
  if (const json::value* given = params.if_contains("arguments")) {
    if (!given->is_object())
      co_return rpc_error(rpc::kInvalidParams, "Invalid params: arguments must be an object");
    arguments = given->get_object();
  }
  auto asker = make_asker(context, "tools/call", params, parts.seal);
  if (!asker) co_return std::unexpected(asker.error());
  ProgressSink progress{context, params, parts.clock};
  MessageSink messages{context};
  dispatch::Call call{.tool = *tool,
                      .arguments = std::move(arguments),
                      .ports = {context.stop, &progress, &messages, asker->get()},
                      .client = context.client.name};
  auto outcome = co_await parts.dispatcher.run(std::move(call));
  if (!outcome) {
    if (auto failure = as_rpc_error(outcome.error(), context)) co_return std::unexpected(*failure);
    auto unanswered = (*asker)->unanswered();
    if (outcome.error().code == ErrorCode::input_required && unanswered) co_return *unanswered;
  }
  co_return render_outcome(outcome, *tool, context.client.revision);
}

}  // namespace oc::mcp
