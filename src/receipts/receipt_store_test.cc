#include "receipts/receipt_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/process.h"
#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "base/text.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"

namespace oc::receipts {
namespace {

using Claim = ReceiptStore::Claim;
using Begun = Result<std::variant<Claim, Receipt>>;

// A server that is not this one: it lives as long as the test, or has ended.
Owner living_owner() {
  return {.pid = getppid(), .start_ticks = static_cast<std::int64_t>(*process_start_ticks(getppid()))};
}
constexpr Owner kDeadOwner{.pid = 1, .start_ticks = 1'000'000'000'000};

struct ReceiptStoreTest : testing::Test {
  testing_support::Loop loop;
  store::MemoryFileSystem memory;
  FakeClock clock;
  store::FaultyFileSystem disk{memory};
  WorkerPool pool;
  ReceiptStore receipts{disk, pool, clock, loop.log, loop.executor(), "/receipts"};

  ReceiptStore another(Owner owner, std::size_t max_count = 100) {
    return {
        disk, pool, clock, loop.log, loop.executor(), "/receipts", {.max_count = max_count, .owner = owner}};
  }
  Begun begin(ReceiptStore& in, std::string key, json::object arguments = {}, std::string tool = "t",
              Stop stop = {}) {
    return loop.run(in.begin({std::move(key), std::move(tool), std::move(arguments)}, std::move(stop)));
  }
  Begun begin(std::string key, json::object arguments = {}, std::string tool = "t") {
    return begin(receipts, std::move(key), std::move(arguments), std::move(tool));
  }
  Result<void> finish(ReceiptStore& in, Begun& begun, json::object outcome = {{"text", "done"}}) {
    return loop.run(in.finish(std::get<Claim>(std::move(*begun)), std::move(outcome)));
  }
  static std::string text_of(const Begun& begun) {
    return std::string{json::view(std::get<Receipt>(*begun).outcome.at("text").as_string())};
  }
  std::size_t kept() {
    std::size_t count = 0;
    for (const std::string& folder : *memory.list("/receipts"))
      count += memory.list(cat("/receipts/", folder))->size();
    return count;
  }
};

TEST_F(ReceiptStoreTest, TheFirstRunsTheSecondGetsTheReceipt) {
  auto first = begin("k", {{"a", 1}});
  ASSERT_TRUE(first && std::holds_alternative<Claim>(*first));
  clock.advance(std::chrono::seconds{5});
  ASSERT_TRUE(finish(receipts, first));
  auto second = begin("k", {{"a", 1}});
  ASSERT_TRUE(second && std::holds_alternative<Receipt>(*second));
  EXPECT_EQ(text_of(second), "done");
  EXPECT_EQ(std::get<Receipt>(*second).recorded_at_ms, clock.now_ms());
}

TEST_F(ReceiptStoreTest, AReceiptHoldsOverARestart) {
  {
    ReceiptStore before = another(kDeadOwner);
    auto first = begin(before, "k");
    ASSERT_TRUE(finish(before, first));
  }
  EXPECT_EQ(text_of(begin("k")), "done");
}

TEST_F(ReceiptStoreTest, OtherArgumentsOrAnotherToolAreAnotherCall) {
  auto first = begin("k", {{"a", 1}});
  EXPECT_EQ(begin("k", {{"a", 2}}).error().code, ErrorCode::key_reused) << "while it runs";
  ASSERT_TRUE(finish(receipts, first));
  EXPECT_EQ(begin("k", {{"a", 2}}).error().code, ErrorCode::key_reused);
  EXPECT_EQ(begin("k", {{"a", 1}}, "other").error().code, ErrorCode::key_reused);
  EXPECT_TRUE(std::holds_alternative<Claim>(*begin("K", {{"a", 2}})));
}

TEST_F(ReceiptStoreTest, AReleasedKeyIsFreeAlsoForOtherArguments) {
  auto first = begin("k", {{"a", 1}});
  loop.run(receipts.release(std::get<Claim>(std::move(*first))));
  EXPECT_EQ(kept(), 0U);
  EXPECT_TRUE(std::holds_alternative<Claim>(*begin("k", {{"a", 2}})));
}

TEST_F(ReceiptStoreTest, WhatADeadServerBeganIsNeverRunAgain) {
  {
    ReceiptStore before = another(kDeadOwner);
    (void)begin(before, "k");
  }
  for (int again = 0; again < 2; ++again) {
    auto begun = begin("k");
    ASSERT_FALSE(begun);
    EXPECT_EQ(begun.error().code, ErrorCode::outcome_unknown);
  }
  EXPECT_EQ(begin("k", {{"other", 1}}).error().code, ErrorCode::key_reused);
}

TEST_F(ReceiptStoreTest, WhatALivingServerRunsIsWaitedForByTheCaller) {
  ReceiptStore other = another(living_owner());
  auto first = begin(other, "k");
  ASSERT_TRUE(first);
  auto meanwhile = begin("k");
  ASSERT_FALSE(meanwhile);
  EXPECT_EQ(meanwhile.error().code, ErrorCode::server_busy);
  EXPECT_TRUE(meanwhile.error().retryable());
  ASSERT_TRUE(finish(other, first));
  EXPECT_EQ(text_of(begin("k")), "done");
}

TEST_F(ReceiptStoreTest, ASecondCallWaitsForTheFirst) {
  auto first = begin("k");
  Nursery nursery{loop.executor(), loop.log};
  std::vector<std::string> got;
  for (int i = 0; i < 2; ++i) {
    nursery.start("second", [](ReceiptStore& in, std::vector<std::string>& out) -> Task<void> {
      auto begun = co_await in.begin({"k", "t", {}}, {});
      out.push_back(text_of(begun));
    }(receipts, got));
  }
  // Whoever reads the disk comes after whoever waits here.
  (void)begin("other");
  EXPECT_TRUE(got.empty());
  ASSERT_TRUE(finish(receipts, first, {{"text", "once"}}));
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_EQ(got, (std::vector<std::string>{"once", "once"}));
}

TEST_F(ReceiptStoreTest, OfThoseWhoWaitOneRunsWhenTheFirstDidNothing) {
  auto first = begin("k");
  Nursery nursery{loop.executor(), loop.log};
  int ran = 0;
  for (int i = 0; i < 3; ++i) {
    nursery.start("second", [](ReceiptStore& in, int& count) -> Task<void> {
      auto begun = co_await in.begin({"k", "t", {}}, {});
      auto* claim = std::get_if<Claim>(&*begun);
      if (!claim) co_return;
      ++count;
      (void)co_await in.finish(std::move(*claim), {});
    }(receipts, ran));
  }
  loop.run(receipts.release(std::get<Claim>(std::move(*first))));
  EXPECT_TRUE(loop.run(nursery.join({})));
  EXPECT_EQ(ran, 1);
}

TEST_F(ReceiptStoreTest, WaitingEndsWithTheStop) {
  auto first = begin("k");
  StopSource impatient{Stop{}, std::chrono::steady_clock::now() + std::chrono::milliseconds{5}};
  EXPECT_EQ(begin(receipts, "k", {}, "t", impatient.stop()).error().code, ErrorCode::timeout);
}

TEST_F(ReceiptStoreTest, ACallThatWasStoppedBeforeItRanKeepsNoKey) {
  StopSource stopped;
  stopped.request(StopReason::cancelled);
  EXPECT_EQ(begin(receipts, "k", {}, "t", stopped.stop()).error().code, ErrorCode::cancelled);
  EXPECT_EQ(kept(), 0U);
}

TEST_F(ReceiptStoreTest, WithoutADiskNothingRuns) {
  disk.fail_at(1, ENOSPC, store::FaultExtent::from_then_on);
  EXPECT_EQ(begin("k").error().code, ErrorCode::storage_failed);
  disk.heal();
  EXPECT_TRUE(std::holds_alternative<Claim>(*begin("k")));
}

TEST_F(ReceiptStoreTest, AnOutcomeThatCannotBeRecordedIsUnknownToTheNext) {
  auto first = begin("k");
  disk.fail_at(1, ENOSPC, store::FaultExtent::from_then_on);
  EXPECT_FALSE(finish(receipts, first));
  disk.heal();
  auto second = begin("k");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::outcome_unknown);
}

TEST_F(ReceiptStoreTest, SecretsDoNotReachTheDisk) {
  auto first = begin("my-private-key", {{"password", "hunter2"}});
  ASSERT_TRUE(finish(receipts, first, {{"text", "password: hunter2"}, {"data", {{"token", "s3cret"}}}}));
  auto plain = begin("other");
  ASSERT_TRUE(finish(receipts, plain));
  for (const std::string& folder : *memory.list("/receipts")) {
    for (const std::string& name : *memory.list(cat("/receipts/", folder))) {
      std::string text = **memory.read(cat("/receipts/", folder, "/", name));
      for (std::string_view secret : {"hunter2", "s3cret", "my-private-key"})
        EXPECT_EQ(text.find(secret), std::string::npos) << text;
    }
  }
  EXPECT_TRUE(std::get<Receipt>(*begin("my-private-key", {{"password", "hunter2"}})).redacted);
  EXPECT_FALSE(std::get<Receipt>(*begin("other")).redacted);
}

TEST_F(ReceiptStoreTest, TheSweepTakesWhatIsTooOld) {
  constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;
  memory.set_time(clock.now_ms() - 8 * kDay);
  auto old_one = begin("old");
  ASSERT_TRUE(finish(receipts, old_one));
  memory.set_time(clock.now_ms() - 6 * kDay);
  auto young = begin("young");
  ASSERT_TRUE(finish(receipts, young));
  loop.run(receipts.sweep({}));
  EXPECT_EQ(kept(), 1U);
  EXPECT_EQ(text_of(begin("young")), "done");
}

TEST_F(ReceiptStoreTest, TheSweepKeepsTheNewestOfTooMany) {
  ReceiptStore small = another(living_owner(), 3);
  for (int i = 0; i < 10; ++i) {
    memory.set_time(clock.now_ms() + i);
    auto begun = begin(small, std::to_string(i));
    ASSERT_TRUE(finish(small, begun));
  }
  loop.run(small.sweep({}));
  EXPECT_EQ(kept(), 3U);
  for (int i = 7; i < 10; ++i) EXPECT_EQ(text_of(begin(std::to_string(i))), "done") << i;
}

}  // namespace
}  // namespace oc::receipts
