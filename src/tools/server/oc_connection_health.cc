// oc_connection_health — is everything well? Wakes nothing; asks the browser only if it runs.
#include <unistd.h>

#include "base/process.h"
#include "bridge/bridge.h"
#include "journal/journal.h"
#include "ledger/task_ledger.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct ServerHealth {
  std::string version;
  std::int64_t pid = 0;
  std::int64_t uptime_ms = 0;
  std::int64_t rss_bytes = 0;
  std::string transport;
  std::int64_t sessions = 0;
  std::int64_t http_connections = 0;
  static const Record<ServerHealth>& record() {
    static const Record<ServerHealth> fields{
        required("version", &ServerHealth::version),
        required("pid", &ServerHealth::pid),
        required("uptime_ms", &ServerHealth::uptime_ms),
        required("rss_bytes", &ServerHealth::rss_bytes, "Memory of the server itself."),
        required("transport", &ServerHealth::transport, "stdio, http or both."),
        required("sessions", &ServerHealth::sessions, "Open sessions over HTTP."),
        required("http_connections", &ServerHealth::http_connections),
    };
    return fields;
  }
};

struct CallHealth {
  std::int64_t running = 0;
  std::int64_t total = 0;
  std::int64_t failed = 0;
  static const Record<CallHealth>& record() {
    static const Record<CallHealth> fields{
        required("running", &CallHealth::running, "This call included."),
        required("total", &CallHealth::total, "Since the start."),
        required("failed", &CallHealth::failed),
    };
    return fields;
  }
};

struct BrowserHealth {
  browser::BrowserState state = browser::BrowserState::not_started;
  std::optional<std::string> product;
  std::optional<bool> attached;
  std::optional<std::int64_t> pid;
  std::optional<std::int64_t> rss_bytes;
  std::optional<double> ping_ms;
  std::int64_t tabs = 0;
  std::int64_t starts = 0;
  std::int64_t losses = 0;
  static const Record<BrowserHealth>& record() {
    static const Record<BrowserHealth> fields{
        required("state", &BrowserHealth::state,
                 "not_started: no call has needed it yet. lost: the next call brings it back."),
        optional("product", &BrowserHealth::product),
        optional("attached", &BrowserHealth::attached, "It is somebody else's."),
        optional("pid", &BrowserHealth::pid),
        optional("rss_bytes", &BrowserHealth::rss_bytes,
                 "Memory of all its processes; shared pages count in each."),
        optional("ping_ms", &BrowserHealth::ping_ms,
                 "Round trip to the browser; absent when it did not answer in a second."),
        required("tabs", &BrowserHealth::tabs),
        required("starts", &BrowserHealth::starts, "How often it was started or connected to."),
        required("losses", &BrowserHealth::losses, "How often it went away by itself."),
    };
    return fields;
  }
};

struct TaskHealth {
  std::int64_t pending = 0;
  std::int64_t running = 0;
  std::int64_t ended = 0;
  static const Record<TaskHealth>& record() {
    static const Record<TaskHealth> fields{
        required("pending", &TaskHealth::pending, "They wait for their turn."),
        required("running", &TaskHealth::running, "Envelopes included."),
        required("ended", &TaskHealth::ended),
    };
    return fields;
  }
};

struct ExtensionHealth {
  bool connected = false;
  std::optional<std::string> version;
  std::optional<std::int64_t> last_seen_at;
  std::int64_t unfinished = 0;
  static const Record<ExtensionHealth>& record() {
    static const Record<ExtensionHealth> fields{
        required("connected", &ExtensionHealth::connected, "To this server."),
        optional("version", &ExtensionHealth::version),
        optional("last_seen_at", &ExtensionHealth::last_seen_at),
        required("unfinished", &ExtensionHealth::unfinished, "Commands that have not ended."),
    };
    return fields;
  }
};

struct Health {
  ServerHealth server;
  BrowserHealth browser;
  ExtensionHealth extension;
  TaskHealth tasks;
  CallHealth calls;
  journal::Health journal;
};

const Record<Health> kResult{
    required("server", &Health::server),       required("browser", &Health::browser),
    required("extension", &Health::extension), required("tasks", &Health::tasks),
    required("calls", &Health::calls),         required("journal", &Health::journal),
};

Task<BrowserHealth> browser_health(browser::Browser& browser, Stop stop) {
  browser::Browser::Facts facts = browser.facts();
  BrowserHealth health{.state = facts.state,
                       .tabs = static_cast<std::int64_t>(browser.tabs().size()),
                       .starts = facts.starts,
                       .losses = facts.losses};
  if (facts.state != browser::BrowserState::running) co_return health;
  health.product = facts.product;
  if (facts.attached) health.attached = true;
  if (facts.pid > 0) {
    health.pid = facts.pid;
    health.rss_bytes = static_cast<std::int64_t>(group_resident_bytes(static_cast<pid_t>(facts.pid)));
  }
  StopSource second{stop, std::chrono::steady_clock::now() + std::chrono::seconds{1}};
  auto ping = co_await browser.ping(second.stop());
  if (ping) health.ping_ms = std::chrono::duration<double, std::milli>(*ping).count();
  co_return health;
}

ExtensionHealth extension_health(bridge::Bridge& bridge) {
  bridge::ExtensionFacts facts = bridge.extension();
  ExtensionHealth health{.connected = facts.connected,
                         .unfinished = static_cast<std::int64_t>(bridge.broker().unfinished().size())};
  if (!facts.version.empty()) health.version = facts.version;
  if (facts.last_seen_at > 0) health.last_seen_at = facts.last_seen_at;
  return health;
}

Task<Result<TaskHealth>> task_health(ledger::TaskLedger& tasks, Stop stop) {
  auto all = co_await tasks.list({}, stop);
  if (!all) co_return std::unexpected(std::move(all).error());
  TaskHealth health;
  for (const ledger::TaskRecord& task : *all) {
    ++(task.ended()                                 ? health.ended
       : task.status == ledger::TaskStatus::pending ? health.pending
                                                    : health.running);
  }
  co_return health;
}

Task<Result<Health>> run(ToolContext& context, NoArgs) {
  Services& services = context.services();
  ServerStatus status = services.control.status();
  Health health;
  health.server = {.version = status.version,
                   .pid = status.pid,
                   .uptime_ms = context.clock().now_ms() - status.started_at_ms,
                   .rss_bytes = static_cast<std::int64_t>(resident_bytes(getpid())),
                   .transport = status.transport,
                   .sessions = status.sessions,
                   .http_connections = status.http_connections};
  health.browser = co_await browser_health(services.browser, context.stop());
  health.extension = extension_health(services.bridge);
  auto tasks = co_await task_health(services.tasks, context.stop());
  if (tasks) health.tasks = *tasks;
  health.calls = {
      .running = status.calls_running, .total = status.calls_total, .failed = status.calls_failed};
  health.journal = services.journal.health();
  co_return health;
}

}  // namespace

const Tool& oc_connection_health() {
  static const Tool tool{{.name = "oc_connection_health",
                          .title = "Connection health",
                          .summary = "Tell how server, browser and journal are doing.",
                          .use_when = "calls fail or are slow and you want to know why.",
                          .tier = Tier::specialist,
                          .effect = Effect::management,
                          .read_only = true},
                         kNoArgs,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
