#include "app/call_command.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"

namespace oc::app {
namespace {

std::string arguments(std::vector<std::string> pairs, std::string json = "") {
  static const json::object kSchema =
      json::parse(
          R"({"properties":{"text":{"type":"string"},"count":{"type":"integer"},"on":{"type":"boolean"},"max_items":{"type":"string"}}})")
          ->as_object();
  auto read = read_arguments({.tool = "t", .arguments = std::move(pairs), .json = std::move(json)}, &kSchema);
  return read ? json::write(*read) : read.error().message;
}

TEST(CallCommand, TextStaysTextAndTheRestIsJson) {
  EXPECT_EQ(arguments({"text=5", "count=5", "on=true"}), R"({"text":"5","count":5,"on":true})");
  EXPECT_EQ(arguments({"text=a=b"}), R"({"text":"a=b"})");
  EXPECT_EQ(arguments({"maxItems=5"}), R"({"maxItems":"5"})");
  EXPECT_EQ(arguments({"other=[1,2]", "word=plain"}), R"({"other":[1,2],"word":"plain"})");
}

TEST(CallCommand, PairsAddToJson) {
  EXPECT_EQ(arguments({"count=2"}, R"({"text":"x"})"), R"({"text":"x","count":2})");
}

TEST(CallCommand, BadInputIsNamed) {
  EXPECT_EQ(arguments({"count"}), "'count' is not key=value");
  EXPECT_EQ(arguments({}, "[]"), "--json must hold an object");
  EXPECT_TRUE(arguments({}, "{").starts_with("--json: "));
}

}  // namespace
}  // namespace oc::app
