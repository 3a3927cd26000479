#include "cdp/connection.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "cdp/testing/fake_chrome.h"

namespace oc::cdp {
namespace {

using namespace std::chrono_literals;

struct ConnectionTest : testing::Test {
  testing_support::Loop loop;
  WorkerPool pool;
  Nursery nursery{loop.executor(), loop.log};
  FakeChrome chrome{loop.executor()};
  std::unique_ptr<Connection> connection =
      std::make_unique<Connection>(chrome.wire(), nursery, pool, loop.log, Connection::Options{});

  void TearDown() override {
    connection.reset();
    (void)loop.run(nursery.join({}));
  }
  Result<json::value> send(std::string method, json::object params = {}, Stop stop = {}) {
    return loop.run(connection->browser()->send(std::move(method), std::move(params), stop));
  }
  // Runs everything that the loop has ready.
  void settle() {
    loop.io.restart();
    loop.io.poll();
  }
  std::shared_ptr<Session> attach(std::string id) {
    chrome.emit("Target.attachedToTarget", {{"sessionId", id}});
    settle();
    return connection->session(id);
  }
};

TEST_F(ConnectionTest, CommandsGetTheirAnswers) {
  chrome.answer("Browser.getVersion", {{"product", "Chrome/1"}});
  EXPECT_EQ(send("Browser.getVersion")->at("product").as_string(), "Chrome/1");
  EXPECT_EQ(chrome.commands().at(0).at("id").as_int64(), 1);
}

TEST_F(ConnectionTest, ARefusalIsAProtocolErrorWithItsText) {
  chrome.answer("Page.nonsense", [](const json::object&) -> Result<json::value> {
    return fail(ErrorCode::internal, "wasn't found");
  });
  auto refused = send("Page.nonsense");
  EXPECT_EQ(refused.error().code, ErrorCode::protocol_error);
  EXPECT_EQ(refused.error().message, "wasn't found");
}

TEST_F(ConnectionTest, AnAnswerThatNeverComesEndsAtTheDeadline) {
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 1ms};
  auto slow = send("Page.slow", {}, limit.stop());
  EXPECT_EQ(slow.error().code, ErrorCode::timeout);
  EXPECT_NE(slow.error().message.find("Page.slow"), std::string::npos);
}

TEST_F(ConnectionTest, ALateAnswerIsIgnored) {
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 1ms};
  EXPECT_FALSE(send("Page.slow", {}, limit.stop()));
  chrome.raw(R"({"id":1,"result":{}})");
  chrome.raw("nonsense");
  chrome.answer("Page.next", json::object{});
  EXPECT_TRUE(send("Page.next"));
}

TEST_F(ConnectionTest, SessionsAreKnownBeforeTheirFirstEvent) {
  std::vector<std::string> heard;
  Subscription subscription;
  chrome.emit("Target.attachedToTarget", {{"sessionId", "s1"}});
  chrome.emit("Page.loaded", {{"n", 1}}, "s1");
  auto browser_events = connection->browser()->on("Target.attachedToTarget", [&](const json::object& params) {
    std::string id{json::view(params.at("sessionId").as_string())};
    subscription = connection->session(id)->on("Page.loaded",
                                               [&heard, id](const json::object&) { heard.push_back(id); });
  });
  settle();
  settle();
  EXPECT_EQ(heard, std::vector<std::string>{"s1"});
}

TEST_F(ConnectionTest, CommandsCarryTheirSession) {
  chrome.answer("Page.enable", json::object{});
  auto session = attach("s1");
  EXPECT_TRUE(loop.run(session->send("Page.enable", {}, {})));
  EXPECT_EQ(chrome.commands().back().at("sessionId").as_string(), "s1");
}

Task<void> wait_for_answer(std::shared_ptr<Session> session, std::optional<Error>& error) {
  auto outcome = co_await session->send("Page.slow", {}, {});
  if (!outcome) error = outcome.error();
}

TEST_F(ConnectionTest, ATargetThatGoesFailsItsCommandsWithTheReason) {
  auto closed = attach("s1");
  auto crashed = attach("s2");
  std::optional<Error> closed_error;
  std::optional<Error> crashed_error;
  nursery.start("closed", wait_for_answer(closed, closed_error));
  nursery.start("crashed", wait_for_answer(crashed, crashed_error));
  settle();
  chrome.emit("Target.detachedFromTarget", {{"sessionId", "s1"}});
  chrome.emit("Inspector.targetCrashed", {}, "s2");
  settle();
  settle();
  EXPECT_EQ(closed_error->code, ErrorCode::target_closed);
  EXPECT_EQ(crashed_error->code, ErrorCode::target_crashed);
  EXPECT_EQ(loop.run(closed->send("Page.enable", {}, {})).error().code, ErrorCode::target_closed);
  EXPECT_TRUE(crashed->is_open()) << "a crashed tab can be navigated again";
}

TEST_F(ConnectionTest, ALostWireFailsEverythingAndSaysSoOnce) {
  auto session = attach("s1");
  int told = 0;
  connection->on_closed([&] { ++told; });
  std::optional<Error> error;
  nursery.start("call", wait_for_answer(session, error));
  settle();
  chrome.hang_up();
  settle();
  settle();
  EXPECT_EQ(error->code, ErrorCode::browser_disconnected);
  EXPECT_EQ(told, 1);
  EXPECT_FALSE(connection->is_open());
  EXPECT_EQ(send("Browser.getVersion").error().code, ErrorCode::browser_disconnected);
}

TEST_F(ConnectionTest, TheConnectionMayGoWhileACallWaits) {
  std::optional<Error> error;
  nursery.start("call", wait_for_answer(connection->browser(), error));
  settle();
  connection.reset();
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_EQ(error->code, ErrorCode::browser_disconnected);
}

TEST_F(ConnectionTest, ALargeAnswerIsParsedElsewhereAndKeepsItsPlace) {
  chrome.answer("Page.large", {{"data", std::string(3 << 20, 'x')}});
  chrome.answer("Page.small", {{"data", "y"}});
  EXPECT_EQ(send("Page.large")->at("data").as_string().size(), std::size_t{3} << 20);
  EXPECT_EQ(send("Page.small")->at("data").as_string(), "y");
}

}  // namespace
}  // namespace oc::cdp
