#include "mcp/batch.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace oc::mcp {
namespace {

json::array messages(std::string_view text) {
  return json::parse(text)->as_array();
}

TEST(Batch, IsRefusedAsAWholeForWhatIsWrongWithIt) {
  json::array one = messages(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])");
  EXPECT_FALSE(refuse_batch(one, Revision::v2025_03_26));
  for (Revision revision : {Revision::v2024_11_05, Revision::v2025_06_18, Revision::v2025_11_25})
    EXPECT_TRUE(refuse_batch(one, revision));
  EXPECT_TRUE(refuse_batch({}, Revision::v2025_03_26));
  json::array many(101, one[0]);
  EXPECT_TRUE(refuse_batch(many, Revision::v2025_03_26));
  one.push_back(
      json::parse(
          R"({"jsonrpc":"2.0","id":2,"method":"x","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":1}}})")
          .value());
  EXPECT_TRUE(refuse_batch(one, Revision::v2025_03_26));
}

TEST(Batch, AnswersComeTogetherWhenTheLastIsThere) {
  std::vector<std::pair<json::value, std::shared_ptr<rpc::Outlet>>> open;
  std::vector<std::string> done;
  int notified = 0;
  serve_batch(
      messages(
          R"([{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":2,"method":"b"},5])"),
      {.on_request = [&](rpc::Request request,
                         std::shared_ptr<rpc::Outlet> outlet) { open.emplace_back(request.id, outlet); },
       .on_notification = [&](const rpc::Notification&) { ++notified; },
       .on_response = [](rpc::Response) {},
       .on_done = [&](std::string array) { done.push_back(std::move(array)); }});
  EXPECT_EQ(notified, 1);
  ASSERT_EQ(open.size(), 2U);
  EXPECT_FALSE(open[0].second->can_send());
  open[0].second->reply(open[0].first, json::value(1));
  EXPECT_TRUE(done.empty());
  open[1].second->drop();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(messages(done[0]).size(), 2U) << "the answer and the rejection; a cancelled request has none";
}

TEST(Batch, OfNotificationsAloneHasNoAnswer) {
  std::optional<std::string> done;
  serve_batch(messages(R"([{"jsonrpc":"2.0","method":"n"}])"),
              {.on_notification = [](const rpc::Notification&) {},
               .on_done = [&](std::string array) { done = std::move(array); }});
  EXPECT_EQ(done, "");
}

}  // namespace
}  // namespace oc::mcp
