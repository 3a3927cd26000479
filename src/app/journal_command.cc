#include "app/journal_command.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>

#include "app/call_command.h"
#include "base/text.h"
#include "base/time_format.h"
#include "journal/journal.h"
#include "json/write.h"
#include "store/posix_file_system.h"

namespace oc::app {
namespace {

std::string left(std::string_view text, std::size_t width) {
  std::string out = shorten(text, width);
  out.resize(std::max(width, out.size()), ' ');
  return out;
}

std::string right(std::string_view text, std::size_t width) {
  return cat(std::string(width > text.size() ? width - text.size() : 0, ' '), text);
}

std::string milliseconds(double value) {
  return cat(json::number_text(std::round(value * 10) / 10), " ms");
}

std::string summary_text(const journal::JournalSummary& summary) {
  std::string out = cat(left("tool", 24), right("calls", 8), right("failed", 8), right("median", 12),
                        right("p95", 12), right("longest", 12), "\n");
  auto row = [&](std::string_view name, const journal::ToolSummary& tool) {
    out += cat(left(name, 24), right(cat(tool.calls), 8), right(cat(tool.errors), 8),
               right(milliseconds(tool.p50_ms), 12), right(milliseconds(tool.p95_ms), 12),
               right(milliseconds(tool.max_ms), 12), "\n");
  };
  for (const journal::ToolSummary& tool : summary.tools) row(tool.tool.value_or(""), tool);
  row("all", summary.total);
  return out;
}

std::string context_text(const journal::ContextReport& report) {
  std::string out = cat(left("tool", 24), right("calls", 8), right("bytes", 14), right("tokens, about", 16),
                        right("largest", 12), "\n");
  auto row = [&](std::string_view name, const journal::ToolContext& tool) {
    out += cat(left(name, 24), right(cat(tool.calls), 8), right(cat(tool.output_bytes), 14),
               right(cat(tool.output_tokens), 16), right(cat(tool.largest_bytes), 12), "\n");
  };
  for (const journal::ToolContext& tool : report.tools) row(tool.tool.value_or(""), tool);
  row("all", report.total);
  return out;
}

Task<Result<std::string>> answer(journal::Journal& journal, const JournalRequest& request,
                                 const Clock& clock) {
  std::int64_t since = clock.now_ms() - static_cast<std::int64_t>(request.hours * 3'600'000);
  std::optional<std::string> tool;
  if (!request.tool.empty()) tool = request.tool;
  if (request.view == JournalView::summary) {
    auto summary = co_await journal.summary({.since_ms = since, .tool = tool}, {});
    if (!summary) co_return std::unexpected(std::move(summary).error());
    co_return request.json ? json::write_pretty(journal::JournalSummary::record().encode(*summary))
                           : summary_text(*summary);
  }
  if (request.view == JournalView::context) {
    journal::ContextQuery query{.since_ms = since};
    if (!request.task.empty()) query = {.task_id = request.task};
    auto report = co_await journal.context(query, {});
    if (!report) co_return std::unexpected(std::move(report).error());
    co_return request.json ? json::write_pretty(journal::ContextReport::record().encode(*report))
                           : context_text(*report);
  }
  auto events = co_await journal.recent({.count = request.count, .tool = tool, .since_ms = since}, {});
  if (!events) co_return std::unexpected(std::move(events).error());
  if (request.json) co_return json::write_pretty(*events);
  std::string out;
  // The newest last, where a person looks.
  for (auto event = events->rbegin(); event != events->rend(); ++event)
    out += cat(call_line(event->as_object()), "\n");
  co_return out.empty() ? "No calls.\n" : out;
}

Task<Result<std::string>> answer_and_close(journal::Journal& journal, const JournalRequest& request,
                                           const Clock& clock) {
  auto text = co_await answer(journal, request, clock);
  (void)co_await journal.close({});
  co_return text;
}

}  // namespace

std::string call_line(const json::object& event) {
  std::string when = iso8601(json::find_integer(event, "ts").value_or(0)).substr(0, 19);
  when[10] = ' ';
  if (json::find_string(event, "event") != "tool_call") {
    return cat(when, "  ", left(json::text_of(event, "event"), 24), json::text_of(event, "handle"), " ",
               json::find_integer(event, "size_bytes").value_or(0), " bytes of ",
               json::text_of(event, "source_tool"));
  }
  const json::value* duration = json::find(event, "duration_ms");
  std::string outcome = json::text_of(event, "error_code");
  if (outcome.empty()) outcome = json::text_of(event, "outcome");
  return cat(when, "  ", left(json::text_of(event, "tool"), 22), "  ", left(outcome, 18), "  ",
             right(milliseconds(duration && duration->is_number() ? duration->to_number<double>() : 0), 12),
             "  ", shorten(one_line(json::text_of(event, "args")), 80));
}

int run_journal(const Config& config, Logger& log, const JournalRequest& request) {
  asio::io_context io{1};
  SystemClock clock;
  store::PosixFileSystem files;
  WorkerPool pool;
  journal::Journal journal{files, pool, clock, log, io.get_executor(), cat(config.home, "/journal")};
  Result<std::string> text = fail(ErrorCode::internal, "the command never ended");
  asio::co_spawn(io, answer_and_close(journal, request, clock),
                 [&](std::exception_ptr failure, Result<std::string> got) {
                   if (!failure) text = std::move(got);
                   io.stop();
                 });
  io.run();
  if (!text) {
    std::fputs(cat("openchrome: ", text.error().message, ". ", text.error().next_step(), "\n").c_str(),
               stderr);
    return kToolError;
  }
  std::fputs(text->c_str(), stdout);
  if (!text->ends_with('\n')) std::fputc('\n', stdout);
  return kOk;
}

}  // namespace oc::app
