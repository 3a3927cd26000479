#include "rpc/reply.h"

#include <gtest/gtest.h>

#include "rpc/testing/recording_outlet.h"

namespace oc::rpc {
namespace {

TEST(Reply, AnswersOnce) {
  auto outlet = std::make_shared<RecordingOutlet>();
  {
    Reply{1, outlet}.answer(json::value(json::object{}));
  }
  EXPECT_EQ(outlet->replies, (std::vector<std::string>{R"({"jsonrpc":"2.0","id":1,"result":{}})"}));
}

TEST(Reply, AForgottenAnswerBecomesAnError) {
  auto outlet = std::make_shared<RecordingOutlet>();
  {
    Reply reply{1, outlet};
    Reply moved = std::move(reply);
  }
  ASSERT_EQ(outlet->replies.size(), 1U);
  EXPECT_NE(outlet->replies[0].find("-32603"), std::string::npos);
}

TEST(Reply, ADroppedOneIsSilent) {
  auto outlet = std::make_shared<RecordingOutlet>();
  {
    Reply{1, outlet}.drop();
  }
  EXPECT_TRUE(outlet->replies.empty());
  EXPECT_EQ(outlet->dropped, 1);
}

}  // namespace
}  // namespace oc::rpc
