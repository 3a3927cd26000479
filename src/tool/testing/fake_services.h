// FakeServices: services for tests of tools and layers — an in-memory journal, and a server that only notes
// what is asked of it.
#pragma once
#include <string>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "bridge/bridge.h"
#include "browser/browser.h"
#include "journal/journal.h"
#include "ledger/envelopes.h"
#include "ledger/task_ledger.h"
#include "ledger/testing/memory_task_store.h"
#include "outputs/output_store.h"
#include "receipts/receipt_store.h"
#include "recording/recorder.h"
#include "store/testing/memory_file_system.h"
#include "tool/catalog.h"
#include "tool/services.h"
#include "tool/task_starter.h"
#include "tool/testing/fake_tabs.h"
#include "tool/testing/sample_tools.h"

namespace oc::tool {

class FakeServices final : public ServerControl, public TaskStarter {
 public:
  ~FakeServices() override {
    (void)loop.run(envelopes.close({}));
    (void)loop.run(tasks.close({}));
    (void)loop.run(recorder.close({}));
    (void)loop.run(bridge.close({}));
    loop.run(journal.close({}));
    loop.run(browser.close({}));
    (void)loop.run(nursery.join({}));
  }

  ServerStatus status() const override { return reported; }
  void request_exit(std::string_view why) override { exit_reason = why; }
  // Records the task; nobody runs it.
  Task<Result<ledger::TaskRecord>> start(TaskRequest request) override {
    if (request.kind != "sample") co_return fail(ErrorCode::unknown_task_kind, "only sample");
    auto created = co_await tasks.create({request.kind, request.arguments, request.idempotency_key});
    if (!created) co_return std::unexpected(std::move(created).error());
    co_return created->record;
  }
  std::vector<std::string_view> kinds() const override { return {"sample"}; }

  // The calls in the journal, newest first.
  json::array journalled() { return *loop.run(journal.recent({.count = 100}, {})); }

  testing_support::Loop loop;
  FakeClock clock;
  store::MemoryFileSystem files;
  WorkerPool pool;
  journal::Journal journal{files, pool, clock, loop.log, loop.executor(), "/journal"};
  receipts::ReceiptStore receipts{files, pool, clock, loop.log, loop.executor(), "/home/receipts"};
  ledger::MemoryTaskStore task_store{loop.executor()};
  ledger::TaskLedger tasks{task_store, clock, loop.log, loop.executor()};
  ledger::Envelopes envelopes{tasks, clock, loop.log, loop.executor()};
  ServerStatus reported{.version = "test", .transport = "stdio", .pid = 1};
  std::string exit_reason;
  std::string home = "/home";
  FakeTabs chrome{loop.executor()};
  Nursery nursery{loop.executor(), loop.log};
  browser::Browser browser{
      {.nursery = nursery, .pool = pool, .files = files, .log = loop.log},
      {.tabs = {.policy = std::make_shared<const browser::DomainPolicy>()}, .open_link = chrome.open_link()}};
  recording::Recorder recorder{{files, pool, clock, loop.log, loop.executor(), journal, browser},
                               "/home/recordings"};
  outputs::OutputStore outputs{files, pool, clock, loop.log, "/home/output"};
  bridge::Bridge bridge{{files, pool, clock, loop.log, loop.executor()}, {.directory = "/home/bridge"}};
  Catalog tools{{&samples::add(), &samples::echo(), &samples::fail_with(), &samples::look()}};
  Services services{clock, loop.log, pool,      files, home,     journal, receipts, browser,
                    *this, tasks,    envelopes, *this, recorder, outputs, bridge,   tools};
};

}  // namespace oc::tool
