#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::echo;

Task<Result<ToolOutput>> time_out(Services&, Call&, Next) {
  co_return fail(ErrorCode::timeout, "slow");
}

TEST(RecordInJournal, EveryCallIsOneLine) {
  tool::FakeServices fake;
  Call call = call_of(echo(), {{"text", "x"}});
  call.id = "id-1";
  call.client = "agent";
  EXPECT_TRUE(run_layer(fake, record_in_journal, call, succeed));
  json::array lines = fake.journalled();
  ASSERT_EQ(lines.size(), 1U);
  const json::object& line = lines[0].as_object();
  EXPECT_EQ(line.at("tool").as_string(), "echo");
  EXPECT_EQ(line.at("call_id").as_string(), "id-1");
  EXPECT_EQ(line.at("outcome").as_string(), "ok");
  EXPECT_EQ(line.at("client").as_string(), "agent");
  EXPECT_EQ(line.at("output_bytes").as_int64(), 4);
}

TEST(RecordInJournal, FailuresAreHistoryToo) {
  tool::FakeServices fake;
  Call call = call_of(echo(), {});
  EXPECT_FALSE(run_layer(fake, record_in_journal, call, time_out));
  EXPECT_EQ(fake.journalled().at(0).at("error_code").as_string(), "timeout");
}

TEST(RecordInJournal, SecretsDoNotReachTheDisk) {
  tool::FakeServices fake;
  Call call = call_of(echo(), {{"password", "hunter2"}, {"url", "https://u:hunter2@x.org/?token=hunter2"}});
  (void)run_layer(fake, record_in_journal, call, succeed);
  EXPECT_EQ(fake.journalled().size(), 1U);
  for (const std::string& name : *fake.files.list("/journal")) {
    EXPECT_EQ((*fake.files.read("/journal/" + name))->find("hunter2"), std::string::npos);
  }
}

}  // namespace
}  // namespace oc::dispatch
