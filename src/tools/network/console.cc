// console — what the tab's pages wrote to the console, from its first moment.
// Tested by: tests/browser/console_network_test.mjs
#include "base/time_format.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using browser::ConsoleLevel;

struct Args {
  std::vector<ConsoleLevel> levels;
  std::int64_t since = 0;
  int limit = 50;
};

const Record<Args> kParams{
    optional("levels", &Args::levels, "Only these. Default: all.").max_items(5),
    optional("since", &Args::since, "Only entries after this number: `last` of an earlier answer.")
        .at_least(0),
    optional("limit", &Args::limit, "The newest so many.").range(1, 1000),
};

struct Entry {
  std::int64_t number = 0;
  std::string at;
  ConsoleLevel level = ConsoleLevel::log;
  std::string source;
  std::string text;
  std::optional<std::string> location;
  std::optional<std::vector<std::string>> stack;
  static const Record<Entry>& record() {
    static const Record<Entry> fields{
        required("number", &Entry::number),
        required("at", &Entry::at),
        required("level", &Entry::level),
        required("source", &Entry::source, "console, exception, or the browser's own: network, security …"),
        required("text", &Entry::text),
        optional("location", &Entry::location),
        optional("stack", &Entry::stack),
    };
    return fields;
  }
};

struct Out {
  std::vector<Entry> entries;
  std::int64_t last = 0;
  std::optional<std::int64_t> left_out;
  std::optional<std::int64_t> dropped;
};

const Record<Out> kResult{
    required("entries", &Out::entries, "Oldest first."),
    required("last", &Out::last, "Number of the newest entry there is."),
    optional("left_out", &Out::left_out, "Older ones that fit but are beyond the limit."),
    optional("dropped", &Out::dropped, "The oldest ones of the tab, not kept any more."),
};

Entry shown(std::uint64_t number, const browser::ConsoleEntry& from) {
  Entry entry{.number = static_cast<std::int64_t>(number),
              .at = iso8601(from.ts_ms),
              .level = from.level,
              .source = from.source,
              .text = from.text};
  if (!from.url.empty()) entry.location = cat(from.url, ":", from.line, ":", from.column);
  if (!from.stack.empty()) entry.stack = from.stack;
  return entry;
}

Task<Result<Out>> run(TabContext& context, Args args) {
  const auto& ring = context.tab().console().ring();
  Out out{.last = static_cast<std::int64_t>(ring.last_number())};
  auto wanted = [&](const browser::ConsoleEntry& entry) {
    return args.levels.empty() || std::ranges::find(args.levels, entry.level) != args.levels.end();
  };
  for (const auto& item : ring.entries()) {
    if (item.number > static_cast<std::uint64_t>(args.since) && wanted(item.entry))
      out.entries.push_back(shown(item.number, item.entry));
  }
  std::size_t limit = static_cast<std::size_t>(args.limit);
  if (out.entries.size() > limit && !context.wants_whole()) {
    out.left_out = static_cast<std::int64_t>(out.entries.size() - limit);
    out.entries.erase(out.entries.begin(), out.entries.end() - args.limit);
  }
  if (ring.dropped() > 0) out.dropped = static_cast<std::int64_t>(ring.dropped());
  co_return out;
}

}  // namespace

const Tool& console() {
  static const Tool tool{{.name = "console",
                          .title = "Console",
                          .summary = "List what the tab's pages wrote to the console, exceptions included.",
                          .use_when = "a page misbehaves.",
                          .tier = Tier::specialist,
                          .effect = Effect::observation,
                          .can_be_large = true,
                          .items_member = "entries",
                          .looks = false,
                          .holds_lane = false},
                         kParams,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
