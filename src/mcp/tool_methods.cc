// tools/list and tools/call.
// Tested by: mcp/server_test.cc
#include "mcp/ask.h"
#include "mcp/listed_schema.h"
#include "mcp/notices.h"
#include "mcp/page_of.h"
#include "mcp/render.h"
#include "mcp/server.h"
#include "mcp/task_view.h"
#include "tool/tool_docs.h"

namespace oc::mcp {
namespace {

json::object shown_input(const tool::Tool& tool, const tool::ListingFacts& listing) {
  if (tool.is_verbatim()) return tool.input_schema();
  json::object shown = listed_input(tool.input_schema(), listing);
  // A tab is of one workspace; to name that says something only where a tab may have to be opened.
  bool names_tab = tool.needs() == tool::Needs::tab && !tool.spec().opens_tab;
  json::value* properties = shown.if_contains("properties");
  if (names_tab && properties) properties->as_object().erase("workspace");
  return shown;
}

json::object tool_json(const tool::Tool& tool, Revision revision, const tool::ListingFacts& listing) {
  const tool::ToolSpec& spec = tool.spec();
  const RevisionFacts& known = facts(revision);
  json::object out{{"name", spec.name}};
  out["description"] = tool::description(spec);
  out["inputSchema"] = shown_input(tool, listing);
  auto output = listed_output(tool);
  if (known.structured_content && output) out["outputSchema"] = std::move(*output);
  if (known.tasks && spec.long_running)
    out["execution"] = json::object{{"taskSupport", spec.needs_task ? "required" : "optional"}};
  if (known.annotations) {
    tool::ToolHints hint = tool::hints(spec);
    // Only what differs from the protocol's own defaults; the middle two mean something only for a tool that
    // changes things.
    json::object annotations;
    if (hint.read_only) annotations["readOnlyHint"] = true;
    if (!hint.read_only && !hint.destructive) annotations["destructiveHint"] = false;
    if (!hint.read_only && hint.idempotent) annotations["idempotentHint"] = true;
    if (!hint.open_world) annotations["openWorldHint"] = false;
    if (!annotations.empty()) out["annotations"] = std::move(annotations);
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

// Waits until the task has ended or asks something.
Task<Result<ledger::TaskRecord>> wait_for_news(ledger::TaskLedger& tasks, ledger::TaskRecord task,
                                               Stop stop) {
  Result<ledger::TaskRecord> newest = std::move(task);
  while (newest && !newest->ended() && !newest->asks())
    newest = co_await tasks.wait_for_change(newest->task_id, newest->revision, stop);
  co_return newest;
}

// The answer to a client of the extension: that of the call if it ends soon, else the task that it has
// become.
Task<rpc::Answer> call_as_task(Server& server, const tool::Tool& tool, json::object arguments,
                               tool::Audience audience, RequestContext& context) {
  const ServerParts& parts = server.parts();
  auto task = co_await parts.task_starter.start({.kind = std::string{tool.spec().name},
                                                 .arguments = std::move(arguments),
                                                 .audience = std::move(audience),
                                                 .caller = context.caller});
  if (!task)
    co_return render_outcome(std::unexpected(std::move(task).error()), tool, context.client.revision);
  if (tool.spec().needs_task) co_return created_task(*task, parts.tasks.keep());
  StopSource grace{context.stop, std::chrono::steady_clock::now() + parts.task_grace};
  auto newest = co_await wait_for_news(parts.tasks, *task, grace.stop());
  // Until it has become a task for the client, to cancel the call is to cancel the work.
  if (!newest && context.stop.requested()) (void)co_await parts.tasks.cancel(task->task_id, {});
  if (!newest || !newest->ended()) co_return created_task(*task, parts.tasks.keep());
  auto answer = co_await answer_of_task(server, *newest, context);
  co_return answer;
}

// The answer to a call that asks to be a task: the task, at once. A token for progress stays good until the
// task has ended.
Task<rpc::Answer> start_asked_task(Server& server, const tool::Tool& tool, json::object arguments,
                                   const json::object& params, const RequestContext& context) {
  if (!tool.spec().long_running)
    co_return rpc_error(rpc::kMethodNotFound,
                        cat("Tool ", tool.spec().name, " does not support task-augmented execution"));
  tool::TaskRequest request{.kind = std::string{tool.spec().name},
                            .arguments = std::move(arguments),
                            .audience = {answerable(context.client.capabilities), {}},
                            .caller = context.caller};
  auto token = progress_token(params);
  if (token && context.session) {
    // This request is answered, and its session perhaps ended, before the work is.
    RequestContext lasting{.client = context.client, .outlet = context.session->outlet};
    request.listener = [lasting, token, &clock = server.parts().clock](const ledger::TaskId& id) {
      json::object related{{kMetaRelatedTask, {{"taskId", id}}}};
      return std::make_unique<ProgressSink>(lasting, token, clock, std::move(related));
    };
  }
  auto task = co_await server.parts().task_starter.start(std::move(request));
  if (!task) co_return rpc_error(code_of(task.error()), task.error().message, error_json(task.error()));
  co_return json::object{{"task", legacy_task(*task, server.parts().tasks.keep())}};
}

// A result in place of the answer: what cannot be told as the result of a tool.
rpc::Answer not_run(const Error& error, const Asker& asker, const tool::Tool& tool,
                    const RequestContext& context) {
  if (auto failure = as_rpc_error(error, context)) return std::unexpected(*failure);
  auto unanswered = asker.unanswered();
  if (error.code == ErrorCode::input_required && unanswered) return *unanswered;
  return render_outcome(std::unexpected(error), tool, context.client.revision);
}

}  // namespace

Task<rpc::Answer> list_tools(Server& server, const json::object& params, RequestContext& context,
                             const json::value&) {
  json::array tools;
  const ServerParts& parts = server.parts();
  tool::ListingFacts listing = parts.listing ? parts.listing() : tool::ListingFacts{};
  for (const tool::Tool* tool : parts.tools.listed(parts.listed, listing)) {
    tools.push_back(tool_json(*tool, context.client.revision, listing));
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
  if (facts(context.client.revision).tasks && json::find_object(params, "task")) {
    auto answer = co_await start_asked_task(server, *tool, std::move(arguments), params, context);
    co_return answer;
  }
  if (tool->spec().needs_task && !knows_tasks(context)) {
    if (context.modern()) co_return std::unexpected(*lacks_tasks(context, *name));
    co_return rpc_error(rpc::kMethodNotFound, cat("Tool ", *name, " must be called as a task"));
  }
  auto asker = make_asker(context, "tools/call", params, parts.seal);
  if (!asker) co_return std::unexpected(asker.error());
  if (tool->spec().long_running && knows_tasks(context)) {
    tool::Audience audience{.kinds = answerable(context.client.capabilities)};
    if (tool->spec().first_questions) {
      auto first = co_await (*asker)->ask(tool->spec().first_questions(), context.stop);
      if (!first) co_return not_run(first.error(), **asker, *tool, context);
      audience.known = std::move(*first);
    }
    auto answer = co_await call_as_task(server, *tool, std::move(arguments), std::move(audience), context);
    co_return answer;
  }
  ProgressSink progress{context, progress_token(params), parts.clock};
  MessageSink messages{context};
  dispatch::Call call{.tool = *tool,
                      .arguments = std::move(arguments),
                      .ports = {context.stop, &progress, &messages, asker->get()},
                      .client = context.client.name};
  call.ports.caller = context.caller;
  auto outcome = co_await parts.dispatcher.run(std::move(call));
  if (!outcome) co_return not_run(outcome.error(), **asker, *tool, context);
  co_return render_outcome(std::move(outcome), *tool, context.client.revision);
}

}  // namespace oc::mcp
