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
namespace oc::recording {
class Recorder;
}
namespace oc::receipts {
class ReceiptStore;
}
namespace oc::browser {
class Browser;
}
namespace oc::store {
class FileSystem;
}
namespace oc::ledger {
class TaskLedger;
class Envelopes;
}  // namespace oc::ledger
namespace oc::outputs {
class OutputStore;
}
namespace oc::bridge {
class Bridge;
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

class TaskStarter;
class Catalog;

// How answers about pages are made.
struct PageSettings {
  bool state_header = true;
  bool sanitize = true;
  std::int64_t max_inline_bytes = 100'000;       // a longer answer is stored, and described
  std::vector<std::string> file_roots = {};      // tools write files that were asked for below these
  std::vector<std::string> readable_roots = {};  // and give to pages what is below these
};

struct Services {
  const Clock& clock;
  Logger& log;
  WorkerPool& pool;
  store::FileSystem& files;
  const std::string& home;
  journal::Journal& journal;
  receipts::ReceiptStore& receipts;
  browser::Browser& browser;
  ServerControl& control;
  ledger::TaskLedger& tasks;
  ledger::Envelopes& envelopes;
  TaskStarter& task_starter;
  recording::Recorder& recorder;
  outputs::OutputStore& outputs;
  bridge::Bridge& bridge;
  const Catalog& tools;
  PageSettings pages = {};
  bool test_faults = false;  // tools may be told to fail
};

}  // namespace oc::tool
