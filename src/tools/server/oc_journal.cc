// oc_journal — what was called, and how it went.
#include "journal/journal.h"
#include "tool/tool.h"

namespace oc {

enum class JournalAction : std::uint8_t { summary, recent, context };

template <>
struct EnumWords<JournalAction> {
  static constexpr std::array<std::string_view, 3> words{"summary", "recent", "context"};
};

namespace tools {
namespace {

using namespace oc::tool;

struct Args {
  JournalAction action = JournalAction::summary;
  int count = 20;
  std::optional<std::string> tool;
  std::optional<std::int64_t> since;
  std::optional<std::string> task_id;
};

const Record<Args> kParams{
    optional("action", &Args::action,
             "summary: counts, times and failures per tool. recent: the latest calls, newest first. "
             "context: bytes and estimated tokens that each tool answered."),
    optional("count", &Args::count, "How many recent calls.").range(1, 1000),
    optional("tool", &Args::tool, "Only calls of this tool."),
    optional("since", &Args::since,
             "Only calls at or after this time (ms since the epoch). Default of summary: 24 hours ago.")
        .at_least(0),
    optional("task_id", &Args::task_id, "Of context: only calls of this task."),
};

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  journal::Journal& journal = context.services().journal;
  if (args.action == JournalAction::recent) {
    auto events = co_await journal.recent({.count = args.count, .tool = args.tool, .since_ms = args.since},
                                          context.stop());
    if (!events) co_return std::unexpected(std::move(events).error());
    co_return ToolOutput::json(std::move(*events));
  }
  if (args.action == JournalAction::context) {
    auto report = co_await journal.context({.since_ms = args.since, .task_id = args.task_id}, context.stop());
    if (!report) co_return std::unexpected(std::move(report).error());
    co_return ToolOutput::json(journal::ContextReport::record().encode(*report));
  }
  auto summary = co_await journal.summary({.since_ms = args.since, .tool = args.tool}, context.stop());
  if (!summary) co_return std::unexpected(std::move(summary).error());
  co_return ToolOutput::json(journal::JournalSummary::record().encode(*summary));
}

}  // namespace

const Tool& oc_journal() {
  static const Tool tool{
      {.name = "oc_journal",
       .title = "Journal",
       .summary =
           "List recent tool calls, or sum them up: outcome, duration, failures. Arguments are redacted.",
       .use_when = "you need to know what was done, what failed and how long it took.",
       .tier = Tier::specialist,
       .effect = Effect::management,
       .read_only = true},
      kParams,
      run};
  return tool;
}

}  // namespace tools
}  // namespace oc
