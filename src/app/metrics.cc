#include "app/metrics.h"

#include <unistd.h>

#include "base/process.h"
#include "base/text.h"

namespace oc::app {
namespace {

void append_metric(std::string& out, std::string_view name, std::string_view type, std::string_view help,
                   std::int64_t value) {
  out += cat("# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n", name, " ", value, "\n");
}

}  // namespace

std::string metrics_text(const tool::ServerStatus& status, std::int64_t now_ms) {
  std::string out = cat(
      "# HELP openchrome_info The running version.\n# TYPE openchrome_info gauge\nopenchrome_info{version=\"",
      status.version, "\"} 1\n");
  append_metric(out, "openchrome_uptime_seconds", "gauge", "Time since the start.",
                (now_ms - status.started_at_ms) / 1000);
  append_metric(out, "openchrome_tool_calls_total", "counter", "Tool calls since the start.",
                status.calls_total);
  append_metric(out, "openchrome_tool_calls_failed_total", "counter", "Tool calls that answered an error.",
                status.calls_failed);
  append_metric(out, "openchrome_tool_calls_running", "gauge", "Tool calls running now.",
                status.calls_running);
  append_metric(out, "openchrome_sessions", "gauge", "Open MCP sessions over HTTP.", status.sessions);
  append_metric(out, "openchrome_http_connections", "gauge", "Open HTTP connections.",
                status.http_connections);
  append_metric(out, "process_resident_memory_bytes", "gauge", "Memory of the server.",
                static_cast<std::int64_t>(resident_bytes(getpid())));
  append_metric(out, "process_open_fds", "gauge", "Open descriptors.",
                static_cast<std::int64_t>(open_descriptors()));
  return out;
}

}  // namespace oc::app
