#include "bridge/command.h"

#include <gtest/gtest.h>

#include "json/write.h"

namespace oc::bridge {
namespace {

TEST(CommandId, NamesATimeAndIsNeverTheSame) {
  std::string one = new_correlation_id(1'700'000'000'123);
  EXPECT_TRUE(one.starts_with("corr-1700000000123-"));
  EXPECT_TRUE(is_correlation_id(one));
  EXPECT_NE(one, new_correlation_id(1'700'000'000'123));
  for (std::string_view other : {"", "corr-", "corr-1-", "corr-1-00112233445566zz", "corr--0011223344556677",
                                 "corr-1-001122334455667788", "x-1-0011223344556677"})
    EXPECT_FALSE(is_correlation_id(other)) << other;
}

TEST(CommandStates, AreThoseOfTheTable) {
  using enum CommandState;
  std::vector<std::pair<CommandState, CommandState>> allowed{
      {queued, delivered},   {queued, error},    {delivered, queued},  {delivered, running},
      {delivered, complete}, {delivered, error}, {delivered, timeout}, {running, complete},
      {running, error},      {running, timeout}, {complete, expired}};
  for (int from = 0; from < 7; ++from) {
    for (int to = 0; to < 7; ++to) {
      std::pair pair{static_cast<CommandState>(from), static_cast<CommandState>(to)};
      EXPECT_EQ(may_become(pair.first, pair.second), std::ranges::find(allowed, pair) != allowed.end())
          << word_of(pair.first) << " to " << word_of(pair.second);
    }
  }
}

TEST(CommandJson, IsReadBackAsItWasWritten) {
  Command command{.correlation_id = new_correlation_id(5),
                  .number = 7,
                  .action = "execute_js",
                  .params = json::object{{"script", "1"}},
                  .timeout_ms = 10,
                  .queue_ttl_ms = 20,
                  .state = CommandState::error,
                  .epoch = "e",
                  .created_at = 5,
                  .ended_at = 9,
                  .failure = Failure::of(ErrorCode::executor_lost, "gone")};
  auto read = Command::record().decode(Command::record().encode(command));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(json::write(Command::record().encode(*read)), json::write(Command::record().encode(command)));
}

TEST(CommandJson, TellsEachStateInItsOwnShape) {
  Command command{.correlation_id = "corr-1-0011223344556677", .action = "click", .created_at = 100};
  EXPECT_EQ(status_of(command).at("status").as_string(), "pending");
  command.state = CommandState::complete;
  command.ended_at = 150;
  command.result = 5;
  EXPECT_EQ(json::write(status_of(command)),
            R"({"status":"complete","result":5,"completed_at":150,"duration_ms":50})");
  command.state = CommandState::expired;
  command.expired_at = 999;
  EXPECT_EQ(status_of(command).at("expired_at"), 999);
  EXPECT_EQ(status_of(command).at("outcome").as_string(), "complete");
  command.state = CommandState::timeout;
  command.failure = Failure::of(ErrorCode::execution_timeout, "slow");
  EXPECT_EQ(status_of(command).at("failed_at"), 150);
  EXPECT_EQ(status_of(command).at("error").as_string(), "slow");
}

TEST(CommandJson, IsDeliveredAsTheProtocolSays) {
  Command command{.correlation_id = "corr-1-0011223344556677",
                  .number = 3,
                  .action = "execute_js",
                  .params = json::object{{"script", "1+1"}},
                  .timeout_ms = 10'000};
  EXPECT_EQ(json::write(delivery_of(command)),
            R"({"id":3,"correlation_id":"corr-1-0011223344556677","type":"browser_action",)"
            R"("params":{"script":"1+1","action":"execute_js","timeout_ms":10000}})");
}

}  // namespace
}  // namespace oc::bridge
