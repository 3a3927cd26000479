#include "bridge/bridge.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "store/testing/memory_file_system.h"

namespace oc::bridge {
namespace {

using namespace std::chrono_literals;

// A WebSocket that keeps what is sent through it.
struct FakeChannel final : Channel {
  explicit FakeChannel(ExecutorId id) : name(std::move(id)) {}
  const ExecutorId& executor() const override { return name; }
  bool deliver(const std::vector<Command>& commands) override {
    if (!is_open) return false;
    for (const Command& command : commands) delivered.push_back(command.correlation_id);
    return true;
  }
  ExecutorId name;
  std::vector<std::string> delivered;
  bool is_open = true;
};

struct BridgeTest : testing::Test {
  store::MemoryFileSystem files;
  testing_support::Loop loop;
  FakeClock clock;
  WorkerPool pool;
  std::unique_ptr<Bridge> bridge = make();

  std::unique_ptr<Bridge> make() {
    return std::make_unique<Bridge>(BridgeParts{files, pool, clock, loop.log, loop.executor()},
                                    BridgeOptions{.directory = "/home/bridge"});
  }
  void TearDown() override { close(); }
  void close() {
    if (bridge) EXPECT_TRUE(loop.run(bridge->close({})));
    bridge.reset();
  }
  std::string submit(NewCommand command = {.action = "click", .params = {{"selector", "a"}}}) {
    return loop.run(bridge->submit(std::move(command))).value();
  }
  json::object result(const std::string& id) { return loop.run(bridge->result(id, 0ms, {})).value(); }
  std::string status(const std::string& id) { return json::text_of(result(id), "status"); }
  Verdict complete(const std::string& id, json::value with) {
    return loop.run(
        bridge->report({.correlation_id = id, .state = CommandState::complete, .result = std::move(with)}));
  }
  std::string log() { return files.read("/home/bridge/commands-1.jsonl").value().value_or(""); }
};

TEST_F(BridgeTest, ACommandIsWrittenDownBeforeItIsAnsweredFor) {
  std::string id = submit();
  EXPECT_NE(log().find(id), std::string::npos);
  EXPECT_EQ(status(id), "pending");
}

TEST_F(BridgeTest, TheFirstPairingIsAnnouncedOnceAndRemembered) {
  int announced = 0;
  bridge->on_first_pairing([&] { ++announced; });
  EXPECT_FALSE(bridge->was_paired());
  ASSERT_TRUE(loop.run(bridge->open({})));
  bridge->hello("browser A", "1", {});
  bridge->hello("browser B", "1", {});
  EXPECT_EQ(announced, 1);
  close();
  bridge = make();
  EXPECT_TRUE(bridge->was_paired());
}

TEST_F(BridgeTest, WhoeverPollsIsPaired) {
  (void)loop.run(bridge->poll("browser A", 0ms, {}));
  EXPECT_TRUE(bridge->was_paired());
}

TEST_F(BridgeTest, WhatIsTypedIsNotWrittenDown) {
  std::string id = submit({.action = "type", .params = {{"text", "hunter2"}}, .is_private = true});
  EXPECT_NE(log().find(id), std::string::npos);
  EXPECT_EQ(log().find("hunter2"), std::string::npos);
}

TEST_F(BridgeTest, WhatIsForgottenLeavesTheDisk) {
  std::string id = submit({.action = "execute_js", .params = {{"script", "hunter2"}}});
  (void)loop.run(bridge->poll("b", 0ms, {}));
  (void)complete(id, 1);
  EXPECT_EQ(status(id), "complete");
  EXPECT_NE(log().find("hunter2"), std::string::npos);
  clock.advance(11min);
  bridge->broker().expire();
  EXPECT_FALSE(loop.run(bridge->result(id, 0ms, {})));
  std::string other = submit();  // whatever is written next
  (void)loop.run(bridge->poll("b", 0ms, {}));
  (void)complete(other, 1);
  clock.advance(2min);
  EXPECT_EQ(status(other), "complete");
  close();
  EXPECT_EQ(log().find("hunter2"), std::string::npos);
}

TEST_F(BridgeTest, CommandsArePushedOnceThatIsWritten) {
  FakeChannel channel{"browser A"};
  ASSERT_TRUE(loop.run(bridge->open({})));
  bridge->add_channel(channel);
  EXPECT_TRUE(bridge->is_extension_connected());
  std::string id = submit();
  while (channel.delivered.empty()) loop.run([]() -> Task<void> { co_return; }());
  EXPECT_EQ(channel.delivered, std::vector{id});
  EXPECT_NE(log().find("\"delivered\""), std::string::npos);
  EXPECT_EQ(complete(id, 5), Verdict::accepted);
  EXPECT_EQ(result(id).at("result"), 5);
  bridge->remove_channel(channel);
  EXPECT_FALSE(bridge->is_extension_connected());
}

TEST_F(BridgeTest, WhoeverAsksGetsWhatWaitsAndElseWaits) {
  std::string id = submit();
  auto taken = loop.run(bridge->poll("browser A", 0ms, {}));
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_TRUE(loop.run(bridge->poll("browser A", 0ms, {})).empty());
  bridge->put_back(taken);
  StopSource gone;
  gone.request(StopReason::disconnected);
  EXPECT_TRUE(loop.run(bridge->poll("browser A", 10s, gone.stop())).empty()) << "it went away";
  EXPECT_EQ(loop.run(bridge->poll("browser B", 10s, {})).size(), 1U) << "it had surely not arrived";
}

TEST_F(BridgeTest, WhatIsLongIsStoredAndWhatIsTooLongIsRefused) {
  bridge->store_with([](json::value) -> Task<Result<json::value>> { co_return "oh_X"; });
  std::vector<std::string> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(submit());
  (void)loop.run(bridge->poll("b", 0ms, {}));
  EXPECT_EQ(complete(ids[0], json::value(std::string(300'000, 'x'))), Verdict::accepted);
  EXPECT_EQ(result(ids[0]).at("result"), "oh_X");
  EXPECT_EQ(complete(ids[1], json::value(std::string(33 * 1024 * 1024, 'x'))), Verdict::accepted);
  EXPECT_EQ(json::text_of(result(ids[1]), "code"), "result_too_large");
  bridge->clean_with([](json::value& said) { said = "clean"; });
  complete(ids[2], "dirty");
  EXPECT_EQ(result(ids[2]).at("result"), "clean");
}

TEST_F(BridgeTest, TheBrowserOfTheServerIsAnExecutorToo) {
  bridge->run_here_with([](Command command, Stop) -> Task<Result<json::value>> {
    if (command.action == "fail") co_return fail(ErrorCode::element_not_found, "no a");
    co_return json::value(command.action);
  });
  std::string good = submit({.action = "get_text", .carrier = Carrier::cdp});
  auto done = loop.run(bridge->result(good, 10s, {}));
  EXPECT_EQ(done->at("result").as_string(), "get_text");
  std::string bad = submit({.action = "fail", .carrier = Carrier::cdp});
  EXPECT_EQ(json::text_of(*loop.run(bridge->result(bad, 10s, {})), "code"), "element_not_found");
}

TEST_F(BridgeTest, TheNextServerGoesOnWithWhatTheLastOneLeft) {
  std::string queued = submit({.action = "click", .params = {{"selector", "a"}}, .queue_ttl = 60s});
  std::string done = submit();
  auto taken = loop.run(bridge->poll("browser A", 0ms, {}));
  bridge->put_back({taken[0]});
  complete(done, 7);
  close();
  bridge = make();
  EXPECT_EQ(status(queued), "pending");
  EXPECT_EQ(result(done).at("result"), 7);
  EXPECT_EQ(loop.run(bridge->poll("browser B", 0ms, {})).size(), 1U);
}

TEST_F(BridgeTest, AnUnknownCommandIsAnError) {
  EXPECT_EQ(loop.run(bridge->result("corr-1-0011223344556677", 0ms, {})).error().code,
            ErrorCode::command_not_found);
}

TEST_F(BridgeTest, ADiskThatTakesNothingIsTold) {
  ASSERT_TRUE(loop.run(bridge->open({})));
  ASSERT_TRUE(files.make_directories("/home/bridge/commands-1.jsonl")) << "no file can be there";
  auto refused = loop.run(bridge->submit({.action = "click"}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::storage_failed);
  EXPECT_FALSE(bridge->broker().has_queued(Carrier::extension)) << "it was not accepted";
}

}  // namespace
}  // namespace oc::bridge
