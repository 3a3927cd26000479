#include "app/bridge_setup.h"

#include <gtest/gtest.h>

#include "tool/testing/fake_services.h"
#include "tool/testing/sample_tools.h"

namespace oc::app {
namespace {

using namespace std::chrono_literals;

struct BridgeSetupTest : testing::Test {
  tool::FakeServices fake;
  tool::Catalog catalog{{&tool::samples::echo()}};
  dispatch::Dispatcher dispatcher{fake.services, {}};
  dispatch::CommandRunner runner{catalog, dispatcher};

  // What a host reads of a command that an extension ended with this.
  json::object result_of(json::value reported) {
    connect_bridge(fake.services, runner);
    std::string id = fake.loop.run(fake.bridge.submit({.action = "execute_js"})).value();
    (void)fake.loop.run(fake.bridge.poll("browser A", 0ms, {}));
    (void)fake.loop.run(fake.bridge.report(
        {.correlation_id = id, .state = bridge::CommandState::complete, .result = std::move(reported)}));
    return fake.loop.run(fake.bridge.result(id, 0ms, {})).value();
  }
};

TEST_F(BridgeSetupTest, TheJournalHearsOfALongResultThatIsStored) {
  json::object done = result_of(json::value(std::string(300'000, 'x')));
  json::array lines = fake.journalled();
  ASSERT_EQ(lines.size(), 1U);
  const json::object& event = lines.at(0).as_object();
  EXPECT_EQ(event.at("event").as_string(), "output_handle_created");
  EXPECT_EQ(event.at("handle"), done.at("result").at("output_handle"));
  EXPECT_EQ(event.at("source_tool").as_string(), "interact");
  EXPECT_EQ(event.at("size_bytes").as_int64(), 300'002);
  EXPECT_EQ(event.at("mime_type").as_string(), "application/json");
}

TEST_F(BridgeSetupTest, AShortOneIsGivenAsItIs) {
  EXPECT_EQ(result_of("short").at("result"), "short");
  EXPECT_TRUE(fake.journalled().empty());
}

}  // namespace
}  // namespace oc::app
