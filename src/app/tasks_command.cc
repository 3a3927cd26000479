#include "app/tasks_command.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>

#include "app/call_command.h"
#include "app/ledger_setup.h"
#include "app/product_features.h"
#include "app/server_app.h"
#include "base/text.h"
#include "base/time_format.h"
#include "json/write.h"
#include "ledger/file_task_store.h"
#include "ledger/task_ledger.h"
#include "store/posix_file_system.h"

namespace oc::app {
namespace {

using ledger::TaskRecord;
using ledger::TaskStatus;

struct Answer {
  std::string text;
  int status = kOk;
};

std::string padded(std::string_view text, std::size_t width) {
  std::string out{text};
  out.resize(std::max(width, out.size()), ' ');
  return out;
}

std::string progress_text(const TaskRecord& task) {
  if (!task.progress) return "";
  std::string out = json::number_text(task.progress->done);
  if (task.progress->total) out += cat("/", json::number_text(*task.progress->total));
  if (task.progress->message) out += cat(" ", shorten(*task.progress->message, 60));
  return out;
}

Result<std::vector<TaskStatus>> statuses_of(const std::vector<std::string>& words) {
  std::vector<TaskStatus> out;
  for (std::string word : words) {
    for (char& c : word) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    auto status = from_word<TaskStatus>(word);
    if (!status)
      return fail(ErrorCode::invalid_arguments,
                  cat("'", word, "' is not one of: PENDING, RUNNING, COMPLETED, FAILED, CANCELLED"));
    out.push_back(*status);
  }
  return out;
}

Task<Result<Answer>> list(ledger::TaskLedger& tasks, const TasksRequest& request, std::int64_t now_ms) {
  auto statuses = statuses_of(request.statuses);
  if (!statuses) co_return std::unexpected(std::move(statuses).error());
  auto found = co_await tasks.list(
      {.statuses = *statuses, .kinds = request.kinds, .limit = static_cast<std::size_t>(request.limit)}, {});
  if (!found) co_return std::unexpected(std::move(found).error());
  Answer answer;
  json::array records;
  for (const TaskRecord& task : *found) {
    if (request.json) records.push_back(public_json(task));
    if (!request.json) answer.text += cat(task_line(task, now_ms), "\n");
  }
  if (request.json) answer.text = json::write_pretty(records);
  if (!request.json && found->empty()) answer.text = "No tasks.\n";
  co_return answer;
}

Task<Result<Answer>> show(ledger::TaskLedger& tasks, const TasksRequest& request) {
  auto task = co_await tasks.get(request.id, {});
  if (!task) co_return std::unexpected(std::move(task).error());
  if (request.with_result) {
    auto result = co_await tasks.result(request.id, {});
    if (!result) co_return std::unexpected(std::move(result).error());
    if (!*result)
      co_return fail(ErrorCode::resource_not_found, cat("task ", request.id, " has no result"),
                     task->ended() ? "It ended before its first unit of work." : "It has not ended yet.");
    co_return Answer{std::move(**result)};
  }
  json::object shown = public_json(*task);
  if (request.with_events) {
    auto events = co_await tasks.events(request.id, 0, ledger::TaskQuery::kAll, {});
    if (!events) co_return std::unexpected(std::move(events).error());
    json::array lines;
    for (const ledger::TaskEvent& event : *events) lines.push_back(to_json(event));
    shown["events"] = std::move(lines);
  }
  co_return Answer{request.json ? json::write(shown) : json::write_pretty(shown)};
}

Answer ended(const TaskRecord& task, const TasksRequest& request, std::int64_t now_ms) {
  Answer answer{request.json ? json::write(public_json(task)) : task_line(task, now_ms)};
  if (request.action == TasksAction::wait && task.status != TaskStatus::completed) answer.status = kToolError;
  if (!request.json && task.error) answer.text += cat("\n", task.error->code, ": ", task.error->message);
  return answer;
}

Task<Result<Answer>> run_request(ledger::TaskLedger& tasks, const TasksRequest& request, const Clock& clock) {
  if (request.action == TasksAction::list) {
    auto answer = co_await list(tasks, request, clock.now_ms());
    co_return answer;
  }
  if (request.action == TasksAction::show) {
    auto answer = co_await show(tasks, request);
    co_return answer;
  }
  std::optional<SteadyTime> deadline;
  if (request.timeout_ms > 0)
    deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds{request.timeout_ms};
  StopSource limit{Stop{}, deadline};
  auto task = request.action == TasksAction::wait ? co_await tasks.wait_for_end(request.id, limit.stop())
                                                  : co_await tasks.cancel(request.id, {});
  if (!task && task.error().code == ErrorCode::timeout)
    co_return fail(ErrorCode::timeout, cat("task ", request.id, " has not ended in time"), "It goes on.");
  if (!task) co_return std::unexpected(std::move(task).error());
  co_return ended(*task, request, clock.now_ms());
}

Task<Result<Answer>> run_and_close(ledger::TaskLedger& tasks, const TasksRequest& request,
                                   const Clock& clock) {
  auto answer = co_await run_request(tasks, request, clock);
  (void)co_await tasks.close({});
  co_return answer;
}

}  // namespace

std::string age_text(std::int64_t milliseconds) {
  std::int64_t seconds = std::max<std::int64_t>(milliseconds, 0) / 1000;
  if (seconds < 120) return cat(seconds, " s");
  if (seconds < 2 * 3600) return cat(seconds / 60, " min");
  if (seconds < 2 * 86'400) return cat(seconds / 3600, " h");
  return cat(seconds / 86'400, " d");
}

std::string task_line(const TaskRecord& task, std::int64_t now_ms) {
  std::string state{word_of(task.status)};
  if (!task.ended() && task.cancel_requested_at) state += "*";  // asked to stop
  std::string line = cat(task.task_id, "  ", padded(state, 10), "  ", padded(task.kind, 14), "  ",
                         padded(age_text(now_ms - task.created_at), 7), "  ", progress_text(task));
  return std::string{line.substr(0, line.find_last_not_of(' ') + 1)};
}

int run_tasks(const Config& config, Logger& log, const TasksRequest& request) {
  tool::Catalog catalog{product_features().tools};
  asio::io_context io{1};
  SystemClock clock;
  store::PosixFileSystem files;
  WorkerPool pool;
  ledger::FileTaskStore store{files, pool, log, io.get_executor(), config.task_root};
  ledger::LedgerOptions options = ledger_options(config, catalog);
  // How long tasks are kept is up to the server, which may run with other settings than a look at them.
  options.sweeps = false;
  ledger::TaskLedger tasks{store, clock, log, io.get_executor(), std::move(options)};
  Result<Answer> answer = fail(ErrorCode::internal, "the command never ended");
  asio::co_spawn(io, run_and_close(tasks, request, clock),
                 [&](std::exception_ptr failure, Result<Answer> got) {
                   if (!failure) answer = std::move(got);
                   io.stop();
                 });
  io.run();
  if (!answer) {
    std::fputs(cat("openchrome: ", answer.error().message, ". ", answer.error().next_step(), "\n").c_str(),
               stderr);
    return answer.error().code == ErrorCode::invalid_arguments ? kUsage : kToolError;
  }
  std::fputs(answer->text.c_str(), stdout);
  if (!answer->text.empty() && !answer->text.ends_with('\n')) std::fputc('\n', stdout);
  return answer->status;
}

}  // namespace oc::app
