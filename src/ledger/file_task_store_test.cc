#include "ledger/file_task_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <stdexcept>

#include "base/testing/run_loop.h"
#include "ledger/testing/memory_task_store.h"
#include "ledger/testing/task_store_contract.h"
#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::ledger {
namespace {

using namespace std::chrono_literals;
using testing_support::Loop;

// inotify alone: a poll would be an hour late.
constexpr FileTaskStoreOptions kEventsOnly{.longest_trust = 1h, .watch = {.poll = 1h, .poll_alone = 1h}};

struct MemoryFixture {
  Loop loop;
  MemoryTaskStore kept{loop.executor()};
  TaskStore& store() { return kept; }
};

struct FilesInMemoryFixture {
  Loop loop;
  store::MemoryFileSystem files;
  WorkerPool pool;
  FileTaskStore kept{files, pool, loop.log, loop.executor(), "/tasks", {.watch = {.poll_alone = 1ms}}};
  TaskStore& store() { return kept; }
};

struct FilesOnDiskFixture {
  Loop loop;
  store::PosixFileSystem files;
  WorkerPool pool;
  store::TempDir dir;
  FileTaskStore kept{files, pool, loop.log, loop.executor(), dir / "tasks", kEventsOnly};
  TaskStore& store() { return kept; }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Memory, TaskStoreContract, MemoryFixture);
INSTANTIATE_TYPED_TEST_SUITE_P(FilesInMemory, TaskStoreContract, FilesInMemoryFixture);
INSTANTIATE_TYPED_TEST_SUITE_P(FilesOnDisk, TaskStoreContract, FilesOnDiskFixture);

TaskRecord new_record(const Owner& owner = {}) {
  return {.task_id = new_task_id(), .kind = "crawl", .created_at = 1, .updated_at = 1, .owner = owner};
}

Edit become(TaskStatus status) {
  return [status](TaskRecord& record) -> Result<Edited> {
    record.status = status;
    if (is_terminal(status)) record.ended_at = 9;
    return Edited{.events = {{9, is_terminal(status) ? event_of(status) : EventKind::started}}};
  };
}

// Two stores on one directory are two servers.
struct SharedRoot : testing::Test {
  SharedRoot() {
    EXPECT_TRUE(loop.run(a.open({})));
    EXPECT_TRUE(loop.run(b.open({})));
  }
  ~SharedRoot() override {
    EXPECT_TRUE(loop.run(a.close({})));
    EXPECT_TRUE(loop.run(b.close({})));
  }
  TaskId make(TaskStore& store) { return loop.run(store.create(new_record())).value().record.task_id; }
  std::string path(const TaskId& id, std::string_view name) { return cat(dir / "tasks", "/", id, "/", name); }
  mode_t mode(const std::string& path) {
    struct stat status{};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 0777;
  }

  Loop loop;
  store::PosixFileSystem files;
  WorkerPool pool;
  store::TempDir dir;
  FileTaskStore a{files, pool, loop.log, loop.executor(), dir / "tasks", kEventsOnly};
  FileTaskStore b{files, pool, loop.log, loop.executor(), dir / "tasks", kEventsOnly};
};

TEST_F(SharedRoot, EveryoneSeesAllTasksAndTheirChanges) {
  TaskId first = make(a);
  EXPECT_EQ(loop.run(b.list({}, {}))->size(), 1U);
  make(b);
  make(a);
  EXPECT_EQ(loop.run(b.list({}, {}))->size(), 3U);
  EXPECT_EQ(loop.run(a.list({}, {}))->size(), 3U);
  ASSERT_TRUE(loop.run(a.update(first, become(TaskStatus::running))));
  EXPECT_EQ(loop.run(b.list({.statuses = {TaskStatus::running}}, {}))->size(), 1U);
  ASSERT_TRUE(loop.run(b.remove(first)));
  EXPECT_EQ(loop.run(a.list({}, {}))->size(), 2U);
  EXPECT_EQ(loop.run(a.load(first, {})).error().code, ErrorCode::task_not_found);
}

TEST_F(SharedRoot, WhatIsListedIsAsItStandsWhicheverPartIsAskedFor) {
  std::vector<TaskId> ids;
  for (std::int64_t age : {1, 2, 3}) {
    TaskRecord record = new_record();
    record.created_at = age;
    ids.push_back(record.task_id);
    ASSERT_TRUE(loop.run(a.create(std::move(record))));
  }
  ASSERT_EQ(loop.run(a.list({}, {}))->size(), 3U);
  for (const TaskId& id : {ids[0], ids[2]})
    ASSERT_TRUE(loop.run(b.update(id, become(TaskStatus::completed))));
  auto newest = loop.run(a.list({.limit = 1}, {}));
  ASSERT_EQ(newest->size(), 1U);
  EXPECT_EQ(newest->front().status, TaskStatus::completed);
  EXPECT_EQ(loop.run(a.list({.statuses = {TaskStatus::completed}}, {}))->size(), 2U);
}

TEST_F(SharedRoot, WaitingNoticesTheChangeOfAnotherServer) {
  TaskId id = make(a);
  std::optional<Result<TaskRecord>> seen;
  Nursery nursery{loop.executor(), loop.log};
  nursery.start("wait",
                [](TaskStore& store, TaskId task, std::optional<Result<TaskRecord>>& out) -> Task<void> {
                  out = co_await store.wait_for_change(task, 1, {});
                }(b, id, seen));
  ASSERT_TRUE(loop.run(a.update(id, become(TaskStatus::running))));
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_EQ((*seen)->status, TaskStatus::running);
}

TEST_F(SharedRoot, UpdatesOfTwoServersAllCount) {
  TaskId id = make(a);
  Nursery nursery{loop.executor(), loop.log};
  for (int i = 0; i < 10; ++i) {
    for (TaskStore* store : {static_cast<TaskStore*>(&a), static_cast<TaskStore*>(&b)}) {
      nursery.start("update", [](TaskStore& on, TaskId task) -> Task<void> {
        (void)co_await on.update(task, [](TaskRecord&) -> Result<Edited> { return Edited{}; });
      }(*store, id));
    }
  }
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_EQ(loop.run(a.load(id, {}))->revision, 21);
}

TEST_F(SharedRoot, AKeyIsOneForAllServers) {
  TaskRecord first = new_record();
  first.idempotency_key = "k";
  TaskRecord second = first;
  second.task_id = new_task_id();
  EXPECT_TRUE(loop.run(a.create(first))->is_new);
  EXPECT_EQ(loop.run(b.create(second))->record.task_id, first.task_id);
}

TEST_F(SharedRoot, FilesAreForTheirOwnerAlone) {
  TaskId id = make(a);
  ASSERT_TRUE(loop.run(a.append_item(id, "1")));
  ASSERT_TRUE(loop.run(a.put_result(id, "{}")));
  ASSERT_TRUE(loop.run(a.update(id, become(TaskStatus::running))));
  EXPECT_EQ(mode(dir / "tasks"), 0700U);
  EXPECT_EQ(mode(path(id, "")), 0700U);
  for (std::string_view name : {"meta.json", "events.jsonl", "items.jsonl", "result.json", "lock"})
    EXPECT_EQ(mode(path(id, name)), 0600U) << name;
}

TEST_F(SharedRoot, ATornLineIsPassedOverAndMended) {
  TaskId id = make(a);
  ASSERT_TRUE(loop.run(a.append_item(id, "1")));
  ASSERT_TRUE(files.append(path(id, "items.jsonl"), "{\"url\":"));
  EXPECT_EQ(json::write(*loop.run(a.items(id, {}))), "[1]");
  ASSERT_TRUE(loop.run(a.append_item(id, "2")));
  EXPECT_EQ(json::write(*loop.run(a.items(id, {}))), "[1,2]");
}

TEST_F(SharedRoot, ARecordThatCannotBeReadHidesNoOther) {
  TaskId bad = make(a);
  make(a);
  ASSERT_TRUE(files.remove_file(path(bad, "meta.json")));
  ASSERT_TRUE(files.write_new(path(bad, "meta.json"), "{"));
  FileTaskStore fresh{files, pool, loop.log, loop.executor(), dir / "tasks", kEventsOnly};
  ASSERT_TRUE(loop.run(fresh.open({})));
  EXPECT_EQ(loop.run(fresh.list({}, {}))->size(), 1U);
  EXPECT_EQ(loop.run(fresh.load(bad, {})).error().code, ErrorCode::storage_corrupt);
  EXPECT_NE(loop.logged.find(bad), std::string::npos);
  EXPECT_TRUE(loop.run(fresh.close({})));
}

TEST_F(SharedRoot, AnEditThatThrowsReleasesTheLock) {
  TaskId id = make(a);
  auto defect = [](TaskRecord&) -> Result<Edited> { throw std::runtime_error("a defect"); };
  EXPECT_THROW((void)loop.run(a.update(id, defect)), std::runtime_error);
  EXPECT_TRUE(loop.run(b.update(id, become(TaskStatus::running))));
}

TEST_F(SharedRoot, ATaskThatIsKeptLockedIsToldOf) {
  FileTaskStore hasty{files, pool, loop.log, loop.executor(), dir / "tasks", {.lock_wait = 5ms}};
  TaskId id = make(a);
  auto held = store::try_lock_file(files, path(id, "lock"));
  ASSERT_TRUE(held && *held);
  EXPECT_EQ(loop.run(hasty.update(id, become(TaskStatus::running))).error().code, ErrorCode::lock_timeout);
  EXPECT_TRUE(loop.run(hasty.load(id, {}))) << "reading needs no lock";
}

TEST_F(SharedRoot, WhatADeadServerLeftOfAnUnbornTaskIsSwept) {
  std::string unborn = cat(dir / "tasks", "/.new-0123456789abcdef");
  ASSERT_TRUE(files.make_directories(unborn));
  ASSERT_TRUE(files.write_new(cat(unborn, "/meta.json"), "{}"));
  EXPECT_TRUE(loop.run(a.list({}, {}))->empty());
  TaskFiles{files, dir / "tasks"}.sweep_unborn(std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE(*files.exists(unborn));
}

// The disk fails at each step in turn and for good, as if the process had died there; another server then
// finds the old state or the new one, and nothing else.
struct DyingDisk : testing::Test {
  Loop loop;
  store::MemoryFileSystem disk;
  WorkerPool pool;

  std::vector<TaskRecord> after_restart() {
    FileTaskStore fresh{disk, pool, loop.log, loop.executor(), "/tasks"};
    EXPECT_TRUE(loop.run(fresh.open({})));
    auto tasks = loop.run(fresh.list({}, {}));
    EXPECT_TRUE(loop.run(fresh.close({})));
    EXPECT_EQ(loop.logged, "");
    return *tasks;
  }
};

TEST_F(DyingDisk, ACreationIsWholeOrNothing) {
  bool succeeded = false;
  for (std::size_t step = 1; !succeeded; ++step) {
    store::FaultyFileSystem dying{disk};
    dying.fail_at(step, ENOSPC, store::FaultExtent::from_then_on);
    FileTaskStore store{dying, pool, loop.log, loop.executor(), "/tasks"};
    ASSERT_TRUE(loop.run(store.open({})));
    TaskRecord record = new_record();
    record.idempotency_key = "k";
    std::size_t before = after_restart().size();
    auto created = loop.run(store.create(record));
    succeeded = created.has_value();
    if (!succeeded) EXPECT_EQ(created.error().code, ErrorCode::storage_failed);
    // The very last steps may fail after the task has appeared.
    EXPECT_LE(after_restart().size(), before + 1) << step;
    if (succeeded) EXPECT_GE(step, 6U);
    EXPECT_TRUE(loop.run(store.close({})));
    if (!succeeded) {
      FileTaskStore clean{disk, pool, loop.log, loop.executor(), "/tasks"};
      for (const TaskRecord& left : after_restart()) EXPECT_TRUE(loop.run(clean.remove(left.task_id)));
      EXPECT_TRUE(loop.run(clean.close({})));
    }
  }
  EXPECT_EQ(after_restart().size(), 1U);
}

TEST_F(DyingDisk, AnUpdateIsTheOldRecordOrTheNewOneWithOneEnd) {
  bool succeeded = false;
  for (std::size_t step = 1; !succeeded; ++step) {
    store::FaultyFileSystem dying{disk};
    FileTaskStore store{dying, pool, loop.log, loop.executor(), "/tasks"};
    ASSERT_TRUE(loop.run(store.open({})));
    TaskId id = loop.run(store.create(new_record())).value().record.task_id;
    dying.fail_at(step, ENOSPC, store::FaultExtent::from_then_on, true);
    succeeded = loop.run(store.update(id, become(TaskStatus::failed))).has_value();
    dying.heal();
    FileTaskStore fresh{disk, pool, loop.log, loop.executor(), "/tasks"};
    ASSERT_TRUE(loop.run(fresh.open({})));
    auto left = loop.run(fresh.load(id, {}));
    ASSERT_TRUE(left) << left.error().message;
    auto events = loop.run(fresh.events(id, 0, 99, {}));
    EXPECT_EQ(events->size(), left->ended() ? 1U : 0U) << step;
    EXPECT_EQ(left->revision, left->ended() ? 2 : 1);
    EXPECT_TRUE(loop.run(fresh.remove(id)));
    EXPECT_TRUE(loop.run(fresh.close({})) && loop.run(store.close({})));
  }
}

}  // namespace
}  // namespace oc::ledger
