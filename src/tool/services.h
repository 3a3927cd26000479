// Services: the parts of the server that tools and layers may use. Owned by the composition root
// (app/server_app.cc).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/worker_pool.h"

namespace oc::journal {
class Journal;
}
namespace oc::browser {
class Browser;
}
namespace oc::store {
class FileSystem;
}

namespace oc::tool {

// Facts about the running server, for oc_connection_health and /metrics.
struct ServerStatus {
  std::string version;
  std::string transport;
  std::int64_t pid = 0;
  std::int64_t started_at_ms = 0;
  std::int64_t calls_running = 0;
  std::int64_t calls_total = 0;
  std::int64_t calls_failed = 0;
  std::int64_t sessions = 0;
  std::int64_t http_connections = 0;
};

// What a tool may ask of the server itself.
class ServerControl {
 public:
  virtual ~ServerControl() = default;
  virtual ServerStatus status() const = 0;
  // Ends the server once running calls are answered.
  virtual void request_exit(std::string_view why) = 0;
};

// How answers about pages are made.
struct PageSettings {
  bool state_header = true;
  bool sanitize = true;
  std::vector<std::string> file_roots = {};  // tools write files that were asked for below these
};

struct Services {
  const Clock& clock;
  Logger& log;
  WorkerPool& pool;
  store::FileSystem& files;
  const std::string& home;
  journal::Journal& journal;
  browser::Browser& browser;
  ServerControl& control;
  PageSettings pages = {};
};

}  // namespace oc::tool
