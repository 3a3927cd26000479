#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using namespace std::chrono_literals;
using tool::samples::echo;

Task<Result<ToolOutput>> wait_for_the_stop(Services&, Call& call, Next) {
  (void)co_await sleep_for(1h, call.ports.stop);
  co_return std::unexpected(call.ports.stop.error());
}

// Waits on callbacks alone, as a wait without a timer of its own does.
Task<Result<ToolOutput>> wait_for_a_callback(Services& services, Call& call, Next) {
  Executor executor = co_await asio::this_coro::executor;
  Signal stopped{executor};
  StopCallback callback = call.ports.stop.on_stop([&] { stopped.notify_all(); });
  (void)co_await stopped.wait({});
  (void)services;
  co_return std::unexpected(call.ports.stop.error());
}

TEST(EnforceDeadline, ASlowCallEndsAsTimeoutAndSaysHowLongItHad) {
  tool::FakeServices fake;
  for (LayerFunction slow : {wait_for_the_stop, wait_for_a_callback}) {
    Call call = call_of(echo(), {});
    call.common.timeout_ms = 2;
    auto outcome = run_layer(fake, enforce_deadline, call, slow);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::timeout);
    EXPECT_EQ(outcome.error().message, "'echo' did not finish within 2 ms");
  }
}

TEST(EnforceDeadline, WhatACallIsToldToWaitIsAddedToWhatItMayTake) {
  tool::FakeServices fake;
  static const tool::Tool patient{
      {.name = "patient",
       .summary = "Wait.",
       .default_timeout = 1ms,
       .own_wait = [](const json::object&) -> std::chrono::milliseconds { return 5ms; }},
      tool::kNoArgs,
      +[](tool::ToolContext&, tool::NoArgs) -> Task<Result<ToolOutput>> { co_return ToolOutput::text(""); }};
  Call call = call_of(patient, {});
  EXPECT_EQ(run_layer(fake, enforce_deadline, call, wait_for_the_stop).error().message,
            "'patient' did not finish within 6 ms");
}

TEST(EnforceDeadline, TheServersLimitWinsOverTheCallers) {
  tool::FakeServices fake;
  Call call = call_of(echo(), {});
  call.common.timeout_ms = 1'000'000;
  call.longest = 3ms;
  EXPECT_EQ(run_layer(fake, enforce_deadline, call, wait_for_the_stop).error().message,
            "'echo' did not finish within 3 ms");
}

TEST(EnforceDeadline, ACancelledCallStaysCancelled) {
  tool::FakeServices fake;
  StopSource source;
  Call call = call_of(echo(), {}, source.stop());
  fake.loop.post([&] { source.request(StopReason::cancelled); });
  EXPECT_EQ(run_layer(fake, enforce_deadline, call, wait_for_the_stop).error().code, ErrorCode::cancelled);
}

TEST(EnforceDeadline, AQuickCallIsLeftAlone) {
  tool::FakeServices fake;
  Call call = call_of(echo(), {});
  EXPECT_TRUE(run_layer(fake, enforce_deadline, call, succeed));
}

}  // namespace
}  // namespace oc::dispatch
