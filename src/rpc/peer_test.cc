#include "rpc/peer.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/testing/run_loop.h"
#include "json/parse.h"
#include "rpc/testing/recording_outlet.h"

namespace oc::rpc {
namespace {

using namespace std::chrono_literals;

struct PeerTest : testing::Test {
  testing_support::Loop loop;
  Nursery nursery{loop.executor(), loop.log};
  Peer peer{nursery};
  std::shared_ptr<RecordingOutlet> outlet = std::make_shared<RecordingOutlet>();

  void serve(int id, Peer::Handler handler, Stop stop = {}) {
    peer.serve(Request{id, "m", {}}, outlet, stop, std::move(handler));
  }
  void finish() { EXPECT_TRUE(loop.run(nursery.join({}))); }
};

Task<Answer> say_ok(Request, std::shared_ptr<Outlet>, Stop) {
  co_return json::value("ok");
}
Task<Answer> wait_for_stop(Request, std::shared_ptr<Outlet>, Stop stop) {
  (void)co_await sleep_for(1h, stop);
  co_return json::value("late");
}
Task<Answer> fail_badly(Request, std::shared_ptr<Outlet>, Stop) {
  throw std::runtime_error("defect");
  co_return json::value();
}

TEST_F(PeerTest, AnswersEachRequestOnce) {
  serve(1, say_ok);
  serve(2, say_ok);
  finish();
  EXPECT_EQ(outlet->replies.size(), 2U);
  EXPECT_EQ(peer.running(), 0U);
}

TEST_F(PeerTest, ACancelledRequestIsNotAnswered) {
  serve(1, wait_for_stop);
  loop.post([&] { EXPECT_TRUE(peer.cancel(1)); });
  finish();
  EXPECT_TRUE(outlet->replies.empty());
  EXPECT_EQ(outlet->dropped, 1);
  EXPECT_FALSE(peer.cancel(1));
}

TEST_F(PeerTest, TheIdOfACancelledRequestIsFreeAtOnce) {
  serve(1, wait_for_stop);
  EXPECT_TRUE(peer.cancel(1));
  serve(1, say_ok);
  finish();
  EXPECT_EQ(outlet->replies, (std::vector<std::string>{R"({"jsonrpc":"2.0","id":1,"result":"ok"})"}));
  EXPECT_EQ(peer.running(), 0U);
}

TEST_F(PeerTest, CancellingIsByTypeOfIdToo) {
  serve(1, wait_for_stop);
  loop.post([&] {
    EXPECT_FALSE(peer.cancel("1"));
    EXPECT_TRUE(peer.cancel(1));
  });
  finish();
}

TEST_F(PeerTest, AnIdInUseIsRefusedAndTheFirstGoesOn) {
  serve(1, wait_for_stop);
  serve(1, say_ok);
  ASSERT_EQ(outlet->replies.size(), 1U);
  EXPECT_NE(outlet->replies[0].find("still in use"), std::string::npos);
  peer.stop_all(StopReason::shutdown);
  finish();
  EXPECT_EQ(outlet->replies.size(), 2U);
}

TEST_F(PeerTest, RequestsBeyondAllReasonAreRefused) {
  for (int i = 0; i < 2000; ++i) serve(i, wait_for_stop);
  EXPECT_LE(peer.running(), 1024U);
  EXPECT_EQ(outlet->replies.size(), 2000 - peer.running());
  peer.stop_all(StopReason::shutdown);
  finish();
  EXPECT_EQ(outlet->replies.size(), 2000U);
}

TEST_F(PeerTest, AnExceptionBecomesAnInternalError) {
  serve(1, fail_badly);
  finish();
  ASSERT_EQ(outlet->replies.size(), 1U);
  EXPECT_NE(outlet->replies[0].find("-32603"), std::string::npos);
}

Task<Answer> ask_back(Peer& peer, std::shared_ptr<Outlet> outlet, Stop stop) {
  auto answer = co_await peer.ask(outlet, "elicitation/create", {}, stop);
  if (!answer) co_return json::value(answer.error().word());
  co_return *answer;
}

TEST_F(PeerTest, OurRequestsWaitForThePartnersAnswer) {
  serve(1, [this](Request, std::shared_ptr<Outlet> out, Stop stop) { return ask_back(peer, out, stop); });
  loop.post([&] {
    ASSERT_EQ(outlet->sent.size(), 1U);
    EXPECT_FALSE(peer.settle({"srv-99", json::value(1)}));
    EXPECT_TRUE(peer.settle({"srv-1", json::value(42)}));
    EXPECT_FALSE(peer.settle({"srv-1", json::value(43)}));
  });
  finish();
  EXPECT_EQ(outlet->replies, (std::vector<std::string>{R"({"jsonrpc":"2.0","id":1,"result":42})"}));
}

TEST_F(PeerTest, OurRequestsEndWithTheirStop) {
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 1ms};
  serve(1, [this, stop = limit.stop()](Request, std::shared_ptr<Outlet> out, Stop) {
    return ask_back(peer, out, stop);
  });
  finish();
  EXPECT_EQ(outlet->replies, (std::vector<std::string>{R"({"jsonrpc":"2.0","id":1,"result":"timeout"})"}));
  ASSERT_EQ(outlet->sent.size(), 2U);
  EXPECT_NE(outlet->sent[1].find("notifications/cancelled"), std::string::npos)
      << "the question is taken back";
}

}  // namespace
}  // namespace oc::rpc
