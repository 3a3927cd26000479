#include "rpc/message.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace oc::rpc {
namespace {

std::expected<Message, Rejected> read(std::string_view text) {
  auto parsed = parse_text(text);
  if (!parsed) return std::unexpected(parsed.error());
  return read_message(std::move(*parsed));
}

int rejection(std::string_view text) {
  auto message = read(text);
  return message ? 0 : message.error().error.code;
}

TEST(Message, RequestsNotificationsAndResponsesAreToldApart) {
  auto request = read(R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1}})");
  ASSERT_TRUE(std::holds_alternative<Request>(*request));
  EXPECT_EQ(std::get<Request>(*request).params.at("a").as_int64(), 1);
  EXPECT_TRUE(std::holds_alternative<Notification>(*read(R"({"jsonrpc":"2.0","method":"x"})")));
  auto response = read(R"({"jsonrpc":"2.0","id":"srv-1","error":{"code":-1,"message":"no","data":[1]}})");
  ASSERT_TRUE(std::holds_alternative<Response>(*response));
  EXPECT_EQ(std::get<Response>(*response).outcome.error().code, -1);
}

TEST(Message, WhatIsWrongGetsItsCode) {
  EXPECT_EQ(rejection("{"), kParseError);
  EXPECT_EQ(rejection("nonsense"), kParseError);
  EXPECT_EQ(rejection("5"), kInvalidRequest);
  EXPECT_EQ(rejection(R"({"id":1,"method":"x"})"), kInvalidRequest);
  EXPECT_EQ(rejection(R"({"jsonrpc":"2.0","id":null,"method":"x"})"), kInvalidRequest);
  EXPECT_EQ(rejection(R"({"jsonrpc":"2.0","id":1.5,"method":"x"})"), kInvalidRequest);
  EXPECT_EQ(rejection(R"({"jsonrpc":"2.0","id":1,"method":5})"), kInvalidRequest);
  EXPECT_EQ(rejection(R"({"jsonrpc":"2.0","id":1,"method":"x","params":[1]})"), kInvalidParams);
  EXPECT_EQ(rejection(R"({"jsonrpc":"2.0"})"), kInvalidRequest);
  EXPECT_EQ(rejection(std::string(500, '[') + std::string(500, ']')), kParseError);
}

TEST(Message, NullParamsAreNoneAndNotificationsAreNeverRefusedForThem) {
  EXPECT_EQ(rejection(R"({"jsonrpc":"2.0","id":1,"method":"x","params":null})"), 0);
  EXPECT_EQ(rejection(R"({"jsonrpc":"2.0","method":"x","params":[1]})"), 0);
}

TEST(Message, IdsComeBackAsTheyCame) {
  for (std::string_view id :
       {"1", "\"1\"", "9223372036854775807", "18446744073709551615", "-5", "\"a\\u0001b\""}) {
    std::string text = R"({"jsonrpc":"2.0","id":)" + std::string{id} + R"(,"method":"x"})";
    auto message = read(text);
    ASSERT_TRUE(message) << id;
    EXPECT_EQ(write_answer(std::get<Request>(*message).id, json::value(nullptr)),
              R"({"jsonrpc":"2.0","id":)" + std::string{id} + R"(,"result":null})");
  }
  EXPECT_NE(id_key(1), id_key("1"));
}

TEST(Message, AnUnreadableIdIsLeftOut) {
  auto bad = read("{");
  EXPECT_TRUE(write_rejection(bad.error()).starts_with(R"({"jsonrpc":"2.0","error":{"code":-32700,)"));
}

TEST(Message, ARejectionKeepsAReadableId) {
  auto bad = read(R"({"jsonrpc":"1.0","id":"x","method":"y"})");
  EXPECT_EQ(bad.error().id, json::value("x"));
}

}  // namespace
}  // namespace oc::rpc
