#include "recording/recorder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/use_future.hpp>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"

namespace oc::recording {
namespace {

struct RecorderTest : testing::Test {
  testing_support::Loop loop;
  FakeClock clock;
  store::MemoryFileSystem memory;
  store::FaultyFileSystem disk{memory};
  WorkerPool pool;
  journal::Journal journal{memory, pool, clock, loop.log, loop.executor(), "/journal"};
  Nursery nursery{loop.executor(), loop.log};
  browser::Browser browser{{.nursery = nursery, .pool = pool, .files = memory, .log = loop.log},
                           {.tabs = {.policy = std::make_shared<const browser::DomainPolicy>()}}};
  Recorder recorder{{disk, pool, clock, loop.log, loop.executor(), journal, browser}, "/recordings"};

  ~RecorderTest() override {
    EXPECT_TRUE(loop.run(recorder.close({})));
    loop.run(journal.close({}));
  }

  std::string start(RecordingRequest request = {}) {
    auto started = loop.run(recorder.start(std::move(request)));
    EXPECT_TRUE(started) << started.error().message;
    return started ? started->recording_id : "";
  }
  void call(std::string tool, std::string workspace = "default", std::string tab = "") {
    journal.append(journal::JournalEvent::tool_call({.ts_ms = clock.now_ms(),
                                                     .tool = std::move(tool),
                                                     .effect = Effect::action,
                                                     .workspace = std::move(workspace),
                                                     .tab = std::move(tab)},
                                                    {{"token", "s3cr3t"}}));
  }
  Result<Metadata> stop(const std::string& id) { return loop.run(recorder.stop(id, EndedBy::stopped, {})); }
  std::vector<std::string> tools(const std::string& id) {
    std::vector<std::string> out;
    auto actions = recorder.files().actions(id);
    for (const json::value& action : *actions)
      out.emplace_back(json::find_string(action.as_object(), "tool").value_or("-"));
    return out;
  }
  // Once, when the disk is about to do this: a call that the loop has heard before the disk goes on.
  void call_during(std::string_view step, std::string tool) {
    auto once = std::make_shared<std::atomic<bool>>(false);
    disk.before_each([this, step, tool, once](const std::string& next) {
      if (!next.starts_with(step) || once->exchange(true)) return;
      asio::post(loop.executor(), asio::use_future([&] { call(tool); })).get();
    });
  }
  // Until it has ended by itself.
  void wait_for_end(const bool& ended) {
    auto waiting = [](const bool& flag) -> Task<void> {
      while (!flag) (void)co_await sleep_for(std::chrono::milliseconds{1}, {});
    };
    loop.run(waiting(ended));
  }
};

TEST_F(RecorderTest, CallsOfItsWorkspaceAreWrittenDown) {
  call("before");
  std::string id = start({.label = "a \u200blabel"});
  call("navigate");
  call("elsewhere", "other");
  call("nowhere", "");
  clock.advance(std::chrono::seconds{2});
  call("interact");
  auto ended = stop(id);
  ASSERT_TRUE(ended);
  call("after");
  EXPECT_EQ(tools(id), (std::vector<std::string>{"navigate", "interact"}));
  EXPECT_EQ(ended->tool_calls, 2);
  EXPECT_EQ(ended->ended_by, EndedBy::stopped);
  EXPECT_EQ(*ended->ended_at - ended->started_at, 2000);
  auto actions = recorder.files().actions(id).value();
  EXPECT_EQ(actions[0].at("seq").as_int64(), 1);
  EXPECT_EQ(actions[1].at("ts").as_int64(), clock.now_ms());
  std::string report = memory.read(recorder.files().report_of(id))->value();
  EXPECT_NE(report.find("<b>interact</b>"), std::string::npos);
  EXPECT_EQ(report.find("s3cr3t"), std::string::npos);
  EXPECT_EQ(recorder.files().load(id)->status(), "ended");
}

TEST_F(RecorderTest, AnEntryIsOnDiskWithoutAnyEnd) {
  std::string id = start();
  call("navigate");
  auto written = [this, id]() -> Task<void> {
    while (recorder.files().actions(id)->empty()) (void)co_await sleep_for(std::chrono::milliseconds{1}, {});
  };
  loop.run(written());
  EXPECT_EQ(tools(id), (std::vector<std::string>{"navigate"}));
}

// Whoever sees on disk that it records may act at once.
TEST_F(RecorderTest, WhatHappensWhileItsFolderIsMadeIsHeard) {
  call_during("sync_directory", "early");
  std::string id = start();
  call("late");
  ASSERT_TRUE(stop(id));
  EXPECT_EQ(tools(id), (std::vector<std::string>{"early", "late"}));
}

TEST_F(RecorderTest, ItMayEndWhileItsFolderIsMade) {
  bool ended = false;
  call_during("sync_directory", "only");
  std::string id = start({.duration_ms = 60'000, .max_actions = 1, .on_end = [&] { ended = true; }});
  wait_for_end(ended);
  EXPECT_EQ(recorder.files().load(id)->ended_by, EndedBy::max_actions);
  EXPECT_EQ(tools(id), (std::vector<std::string>{"only"}));
}

TEST_F(RecorderTest, ItsFolderMayFailAfterItsEnd) {
  bool ended = false;
  call_during("make_directories", "only");
  disk.fail_at(1, EROFS, store::FaultExtent::from_then_on);
  auto started = loop.run(recorder.start({.max_actions = 1, .on_end = [&] { ended = true; }}));
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().code, ErrorCode::storage_failed);
  wait_for_end(ended);
  disk.heal();
  EXPECT_TRUE(recorder.running().empty());
}

TEST_F(RecorderTest, ItEndsWithItsTimeAndWithItsLastAction) {
  bool ended = false;
  std::string timed = start({.duration_ms = 1, .on_end = [&] { ended = true; }});
  wait_for_end(ended);
  EXPECT_EQ(recorder.files().load(timed)->ended_by, EndedBy::duration);
  ended = false;
  std::string counted = start({.max_actions = 2, .on_end = [&] { ended = true; }});
  for (const char* tool : {"a", "b", "c"}) call(tool);
  wait_for_end(ended);
  EXPECT_EQ(recorder.files().load(counted)->ended_by, EndedBy::max_actions);
  EXPECT_EQ(tools(counted), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(recorder.running().empty());
}

TEST_F(RecorderTest, ListenersHearEveryEntry) {
  std::vector<std::int64_t> heard;
  std::string id =
      start({.on_entry = [&](const json::object& entry) { heard.push_back(entry.at("seq").as_int64()); }});
  call("a");
  call("b");
  EXPECT_EQ(heard, (std::vector<std::int64_t>{1, 2}));
}

TEST_F(RecorderTest, ADiskThatFailsEndsItAndSaysSo) {
  bool ended = false;
  std::string id = start({.on_end = [&] { ended = true; }});
  disk.fail_at(1);
  call("a");
  wait_for_end(ended);
  Metadata kept = recorder.files().load(id).value();
  EXPECT_EQ(kept.ended_by, EndedBy::error);
  EXPECT_TRUE(kept.error);
}

TEST_F(RecorderTest, WhatCannotBeginIsAnErrorAndLeavesNothingRunning) {
  EXPECT_EQ(loop.run(recorder.start({.tab_id = "t9"})).error().code, ErrorCode::tab_not_found);
  disk.fail_at(1, EROFS, store::FaultExtent::from_then_on);
  EXPECT_EQ(loop.run(recorder.start({})).error().code, ErrorCode::storage_failed);
  disk.heal();
  EXPECT_TRUE(recorder.running().empty());
  EXPECT_EQ(stop("nonsense").error().code, ErrorCode::resource_not_found);
}

TEST_F(RecorderTest, StoppingTwiceIsTheSame) {
  std::string id = start();
  auto first = stop(id);
  clock.advance(std::chrono::seconds{1});
  auto second = stop(id);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->ended_at, second->ended_at);
}

TEST_F(RecorderTest, TheServersEndIsAnEnd) {
  std::string id = start();
  call("a");
  EXPECT_TRUE(loop.run(recorder.close({})));
  EXPECT_EQ(recorder.files().load(id)->ended_by, EndedBy::shutdown);
  EXPECT_EQ(tools(id), (std::vector<std::string>{"a"}));
  EXPECT_EQ(loop.run(recorder.start({})).error().code, ErrorCode::shutting_down);
}

}  // namespace
}  // namespace oc::recording
