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

Task<Result<ToolOutput>> never_run(tool::ToolContext&, json::object) {
  co_return ToolOutput::text("");
}

TEST(RecordInJournal, WhatASpecCallsASecretIsOne) {
  tool::FakeServices fake;
  static const tool::Tool keeper{
      {.name = "keeper", .summary = "Keeps.", .secret_argument = "value"}, json::object{}, never_run};
  Call call = call_of(keeper, {{"name", "plain"}, {"value", "hunter2"}});
  (void)run_layer(fake, record_in_journal, call, succeed);
  for (const std::string& name : *fake.files.list("/journal")) {
    std::string written = **fake.files.read("/journal/" + name);
    EXPECT_EQ(written.find("hunter2"), std::string::npos);
    EXPECT_NE(written.find("plain"), std::string::npos);
  }
}

TEST(RecordInJournal, ASpecMayNameSeveral) {
  tool::FakeServices fake;
  static const tool::Tool doer{
      {.name = "doer", .summary = "Does.", .secret_argument = "words steps"}, json::object{}, never_run};
  Call call = call_of(doer, {{"words", "type hunter2"}, {"steps", json::array{"hunter2"}}, {"tabId", "t1"}});
  (void)run_layer(fake, record_in_journal, call, succeed);
  std::string args{fake.journalled().at(0).at("args").as_string()};
  EXPECT_EQ(args.find("hunter2"), std::string::npos);
  EXPECT_NE(args.find("t1"), std::string::npos);
}

TEST(RecordInJournal, MembersOfASecretKeepTheirNames) {
  tool::FakeServices fake;
  static const tool::Tool filler{
      {.name = "filler", .summary = "Fills.", .secret_argument = "fields"}, json::object{}, never_run};
  json::object fields{{"ref_3", "hunter2"}, {"Pets", json::array{"hunter2"}}, {"Pin", 4711}};
  Call call = call_of(filler, {{"fields", std::move(fields)}});
  (void)run_layer(fake, record_in_journal, call, succeed);
  std::string args{fake.journalled().at(0).at("args").as_string()};
  EXPECT_EQ(args.find("hunter2"), std::string::npos);
  EXPECT_EQ(args.find("4711"), std::string::npos);
  EXPECT_NE(args.find("ref_3"), std::string::npos);
  EXPECT_EQ(call.arguments.at("fields").at("ref_3").as_string(), "hunter2");
}

}  // namespace
}  // namespace oc::dispatch
