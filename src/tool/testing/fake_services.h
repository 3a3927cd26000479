// FakeServices: services for tests of tools and layers — an in-memory journal, and a server that only notes
// what is asked of it.
#pragma once
#include <string>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "browser/browser.h"
#include "journal/journal.h"
#include "store/testing/memory_file_system.h"
#include "tool/services.h"
#include "tool/testing/fake_tabs.h"

namespace oc::tool {

class FakeServices final : public ServerControl {
 public:
  ~FakeServices() override {
    loop.run(journal.close({}));
    loop.run(browser.close({}));
    (void)loop.run(nursery.join({}));
  }

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
  std::string home = "/home";
  FakeTabs chrome{loop.executor()};
  Nursery nursery{loop.executor(), loop.log};
  browser::Browser browser{
      {.nursery = nursery, .pool = pool, .files = files, .log = loop.log},
      {.tabs = {.policy = std::make_shared<const browser::DomainPolicy>()}, .open_link = chrome.open_link()}};
  Services services{clock, loop.log, pool, files, home, journal, browser, *this};
};

}  // namespace oc::tool
