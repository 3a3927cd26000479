#include "mcp/task_view.h"

#include "base/text.h"
#include "base/time_format.h"
#include "dispatch/recorded_outcome.h"
#include "json/parse.h"
#include "json/write.h"
#include "mcp/protocol.h"
#include "mcp/render.h"
#include "mcp/task_questions.h"

namespace oc::mcp {
namespace {

using ledger::TaskRecord;
using ledger::TaskStatus;

constexpr std::int64_t kPollMs = 1000;

std::string status_message(const TaskRecord& task) {
  if (task.error) return cat(task.error->code, ": ", task.error->message);
  if (task.status == TaskStatus::pending) return "queued";
  if (!task.progress) return "";
  std::string out = json::number_text(task.progress->done);
  if (task.progress->total) out += cat(" of ", json::number_text(*task.progress->total));
  if (task.progress->message) out += cat(": ", *task.progress->message);
  return out;
}

std::string_view legacy_status(const TaskRecord& task) {
  // A task that was asked to stop ends cancelled, whatever it still does.
  if (task.status == TaskStatus::cancelled || (!task.ended() && task.cancel_requested_at)) return "cancelled";
  if (!task.ended()) return task.asks() ? "input_required" : "working";
  return task.status == TaskStatus::completed ? "completed" : "failed";
}

// A tool that answered an error has completed in this dialect.
std::string_view extension_status(const TaskRecord& task) {
  if (task.status == TaskStatus::cancelled) return "cancelled";
  if (!task.ended()) return task.asks() ? "input_required" : "working";
  return ended_by_server(task) ? "failed" : "completed";
}

Error error_of(const ledger::TaskError& told) {
  Error error{ErrorCode::internal, told.message, told.hint.value_or("")};
  for (const ErrorInfo& known : all_errors()) {
    if (known.word == told.code) error.code = known.code;
  }
  return error;
}

// A run that was declared has no answer of a tool; its record is what there is to tell.
json::object answer_of_envelope(const TaskRecord& task) {
  json::object record = public_json(task);
  json::array content;
  content.push_back(json::object{{"type", "text"}, {"text", json::write(record)}});
  return {{"content", std::move(content)}, {"structuredContent", std::move(record)}};
}

void add_times(json::object& out, const TaskRecord& task) {
  if (std::string message = status_message(task); !message.empty()) out["statusMessage"] = message;
  out["createdAt"] = iso8601(task.created_at);
  out["lastUpdatedAt"] = iso8601(task.updated_at);
}

}  // namespace

json::object task_capability(bool lists) {
  json::object out;
  if (lists) out["list"] = json::object{};
  out["cancel"] = json::object{};
  out["requests"] = json::object{{"tools", {{"call", json::object{}}}}};
  return out;
}

bool knows_tasks(const RequestContext& context) {
  const json::object* extensions = json::find_object(context.client.capabilities, "extensions");
  return context.modern() && extensions && extensions->contains(kTasksExtension);
}

int code_of(const Error& error) {
  return error.code == ErrorCode::invalid_arguments || error.code == ErrorCode::task_not_found
             ? rpc::kInvalidParams
             : rpc::kInternalError;
}

bool ended_by_server(const TaskRecord& task) {
  if (task.status != TaskStatus::failed || !task.error) return false;
  ErrorCode code = error_of(*task.error).code;
  return code == ErrorCode::orphaned || code == ErrorCode::shutting_down || code == ErrorCode::internal;
}

json::object legacy_task(const TaskRecord& task, std::chrono::milliseconds keep) {
  json::object out{{"taskId", task.task_id}, {"status", legacy_status(task)}};
  add_times(out, task);
  out["ttl"] = keep.count();
  out["pollInterval"] = kPollMs;
  return out;
}

json::object extension_task(const TaskRecord& task, std::chrono::milliseconds keep) {
  json::object out{{"taskId", task.task_id}, {"status", extension_status(task)}};
  add_times(out, task);
  out["ttlMs"] = keep.count();
  out["pollIntervalMs"] = kPollMs;
  return out;
}

json::object created_task(const TaskRecord& task, std::chrono::milliseconds keep) {
  json::object out = extension_task(task, keep);
  out["resultType"] = "task";
  return out;
}

std::optional<rpc::ErrorObject> lacks_tasks(const RequestContext& context, std::string_view what) {
  if (knows_tasks(context)) return std::nullopt;
  json::object required{{"extensions", {{kTasksExtension, json::object{}}}}};
  return rpc::ErrorObject{kMissingCapability, cat(what, " needs the client capability ", kTasksExtension),
                          json::object{{"requiredCapabilities", std::move(required)}}};
}

Task<json::object> detailed_task(Server& server, TaskRecord task, RequestContext& context) {
  json::object out = extension_task(task, server.parts().tasks.keep());
  if (task.asks()) out["inputRequests"] = input_requests(task);
  if (!task.ended() || task.status == TaskStatus::cancelled) co_return out;
  auto answer = co_await answer_of_task(server, task, context);
  if (!answer) {
    out["status"] = "failed";
    out["error"] = json::object{{"code", answer.error().code}, {"message", answer.error().message}};
    co_return out;
  }
  answer->as_object()["resultType"] = "complete";
  out["result"] = std::move(*answer);
  co_return out;
}

Task<rpc::Answer> answer_of_task(Server& server, TaskRecord task, RequestContext& context) {
  const ServerParts& parts = server.parts();
  const tool::Tool* tool = parts.tools.find(task.kind);
  if (task.status == TaskStatus::cancelled)
    co_return rpc_error(rpc::kInternalError, "the task was cancelled");
  if (ended_by_server(task)) co_return rpc_error(rpc::kInternalError, task.error->message);
  if (!tool && task.is_envelope()) co_return answer_of_envelope(task);
  if (!tool) co_return rpc_error(rpc::kInternalError, cat("this server has no tool ", task.kind));
  // Out of time with something done: the call would have answered that, and said that it was stopped.
  bool is_partial = task.partial.value_or(false) && task.result_bytes && task.error &&
                    error_of(*task.error).code == ErrorCode::timeout;
  if (task.error && !is_partial) {
    Error error = error_of(*task.error);
    if (task.beside) dispatch::put_beside(*task.beside, error);
    co_return render_outcome(std::unexpected(std::move(error)), *tool, context.client.revision);
  }
  auto output = co_await parts.dispatcher.task_answers().of(*tool, std::move(task), context.stop);
  if (!output) co_return rpc_error(rpc::kInternalError, output.error().message, error_json(output.error()));
  co_return render_outcome(std::move(output), *tool, context.client.revision);
}

}  // namespace oc::mcp
