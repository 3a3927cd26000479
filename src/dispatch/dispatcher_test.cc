#include "dispatch/dispatcher.h"

#include <gtest/gtest.h>

#include "dispatch/pipeline.h"
#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using namespace std::chrono_literals;

struct DispatcherTest : testing::Test {
  tool::FakeServices fake;
  Dispatcher dispatcher{fake.services, {.longest_call = 5ms, .running_calls = 2}};
};

TEST_F(DispatcherTest, ACallPassesTheWholePipeline) {
  auto outcome = fake.loop.run(dispatcher.run(call_of(tool::samples::add(), {{"a", 1}, {"b", 2}})));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(std::get<json::value>(outcome->body).at("sum").as_int64(), 3);
  EXPECT_EQ(dispatcher.counts().total, 1U);
  EXPECT_EQ(dispatcher.counts().running, 0U);
}

TEST_F(DispatcherTest, JournalCountEqualsCallCountWhateverFails) {
  using namespace tool::samples;
  (void)fake.loop.run(dispatcher.run(call_of(echo(), {{"text", "x"}})));
  (void)fake.loop.run(dispatcher.run(call_of(echo(), {{"wrong", "x"}})));
  (void)fake.loop.run(dispatcher.run(call_of(fail_with(), {{"code", "throw"}})));
  (void)fake.loop.run(dispatcher.run(call_of(wait_forever(), {})));
  json::array lines = fake.journalled();
  ASSERT_EQ(lines.size(), 4U);
  std::vector<std::string> outcomes;
  for (const json::value& line : lines) {
    const json::value* code = line.as_object().if_contains("error_code");
    outcomes.emplace_back(code ? json::view(code->as_string()) : "ok");
  }
  EXPECT_EQ(outcomes, (std::vector<std::string>{"timeout", "internal", "invalid_arguments", "ok"}));
  EXPECT_EQ(dispatcher.counts().failed, 3U);
}

TEST_F(DispatcherTest, TooManyCallsAtOnceAreToldSo) {
  Dispatcher patient{fake.services, {.longest_call = 1h, .running_calls = 2}};
  Nursery nursery{fake.loop.executor(), fake.loop.log};
  StopSource stop;
  std::vector<ErrorCode> ended;
  auto start = [&] {
    nursery.start("call", [](Dispatcher& to, Stop until, std::vector<ErrorCode>& codes) -> Task<void> {
      auto outcome = co_await to.run(call_of(tool::samples::wait_forever(), {}, until));
      codes.push_back(outcome.error().code);
    }(patient, stop.stop(), ended));
  };
  start();
  start();
  start();
  fake.loop.post([&] { stop.request(StopReason::cancelled); });
  EXPECT_TRUE(fake.loop.run(nursery.join({})));
  EXPECT_EQ(ended,
            (std::vector<ErrorCode>{ErrorCode::server_busy, ErrorCode::cancelled, ErrorCode::cancelled}));
  EXPECT_EQ(patient.counts().running, 0U);
}

TEST(Pipeline, InvokeIsInnermostAndTheJournalOutermost) {
  for (std::span<const Layer> layers : {client_pipeline(), task_pipeline()}) {
    EXPECT_EQ(layers.front().name, "journal");
    EXPECT_EQ(layers.back().name, "invoke");
  }
  EXPECT_NE(pipeline_markdown().find("| 1 | journal |"), std::string::npos);
}

}  // namespace
}  // namespace oc::dispatch
