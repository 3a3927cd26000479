// FakeServices: services for tests of tools and layers — an in-memory journal, and a server that only notes
// what is asked of it.
#pragma once
#include <string>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "journal/journal.h"
#include "store/testing/memory_file_system.h"
#include "tool/services.h"

namespace oc::tool {

class FakeServices final : public ServerControl {
 public:
  ~FakeServices() override { loop.run(journal.close({})); }

  ServerStatus status() const override { return reported; }
  void request_exit(std::string_view why) override { exit_reason = why; }

  // The calls in the journal, newest first.
  json::array journalled() { return *loop.run(journal.recent({.count = 100}, {})); }

  testing_support::Loop loop;
  FakeClock clock;
  WorkerPool pool;
  store::MemoryFileSystem files;
  journal::Journal journal{files, pool, clock, loop.log, loop.executor(), "/journal"};
  ServerStatus reported{.version = "test", .transport = "stdio", .pid = 1};
  std::string exit_reason;
  Services services{clock, loop.log, pool, journal, *this};
};

}  // namespace oc::tool
