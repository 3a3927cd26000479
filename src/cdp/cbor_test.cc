#include "cdp/cbor.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"

namespace oc::cdp {
namespace {

using namespace std::string_literals;

std::string encoded(const json::value& from) {
  std::string out;
  append_cbor(out, from);
  return out;
}

std::string read(std::string_view bytes) {
  auto parsed = parse_cbor(bytes);
  return parsed ? json::write(*parsed) : parsed.error().message;
}

// What Chrome sends, in an envelope.
std::string object_of(std::string_view members) {
  std::string body = "\xBF"s + std::string{members} + "\xFF";
  return "\xD8\x18\x5A\0\0\0"s + static_cast<char>(body.size()) + body;
}

TEST(Cbor, WhatIsWrittenIsWhatIsRead) {
  for (
      std::string_view text : {
          R"({})",
          R"({"id":1,"method":"Runtime.evaluate","sessionId":"A","params":{"expression":"1+1","deep":[[],[{}]]}})",
          R"([0,23,24,255,256,65535,65536,2147483647,-1,-24,-25,-256,-257,-65537,-2147483648])",
          R"([2147483648,-2147483649,4503599627370497,1.5,-0.25,1e+300,1e-7])",
          R"([true,false,null,"","plain","grün, 你好, 😀"])",
      }) {
    EXPECT_EQ(read(encoded(*json::parse(text))), text);
  }
  std::string longest(70'000, 'x');
  EXPECT_EQ(read(encoded(json::value(longest))).size(), longest.size() + 2);
}

TEST(Cbor, AMessageHasTheBytesThatChromeWants) {
  EXPECT_EQ(encoded({{"id", 7}}), "\xD8\x18\x5A\0\0\0\x06\xBF\x62id\x07\xFF"s);
  EXPECT_EQ(encoded(json::array{json::value(1000)}), "\xD8\x18\x5A\0\0\0\x05\x9F\x19\x03\xE8\xFF"s);
  EXPECT_EQ(encoded(json::value(-500)), "\x39\x01\xF3"s);
  EXPECT_EQ(encoded(json::value(1.5)), "\xFB\x3F\xF8\0\0\0\0\0\0"s);
}

TEST(Cbor, WhatIsNoTextOrNumberInJsonIsNoneHere) {
  EXPECT_EQ(read(encoded(json::value("a\xFFz"))), "\"a\uFFFDz\"");
  EXPECT_EQ(read(encoded(json::value(std::numeric_limits<double>::infinity()))), "null");
  EXPECT_EQ(read(object_of("\x61"
                           "a\x62"
                           "\xC3\x28"s)),
            "{\"a\":\"\uFFFD(\"}");
}

TEST(Cbor, WholeNumbersAreWholeHoweverTheyCome) {
  auto five = parse_cbor("\xFB\x40\x14\0\0\0\0\0\0"s);
  ASSERT_TRUE(five);
  EXPECT_TRUE(five->is_int64());
  EXPECT_EQ(read("\xFB\x44\x40\0\0\0\0\0\0"s), "590295810358705700000");  // 2^69 stays a double
}

TEST(Cbor, TextMayBeUtf16WithHalvesOfCharacters) {
  EXPECT_EQ(read(object_of("\x61"
                           "a\x44\x3D\xD8\x00\xDE"s)),
            "{\"a\":\"😀\"}");
  EXPECT_EQ(read(object_of("\x61"
                           "a\x46x\0\x3D\xD8y\0"s)),
            "{\"a\":\"x\uFFFDy\"}");
  EXPECT_EQ(read(object_of("\x42\xE9\0\x01"s)), "{\"é\":1}");
}

TEST(Cbor, BinaryFieldsBecomeBase64) {
  EXPECT_EQ(read(object_of("\x64"
                           "data\xD6\x43\x01\x02\xFF"s)),
            R"({"data":"AQL/"})");
}

TEST(Cbor, OlderEnvelopesAreUnderstood) {
  EXPECT_EQ(read("\xD8\x5A\0\0\0\x02\xBF\xFF"s), "{}");
}

TEST(Cbor, WhatIsBrokenIsRefusedWithItsPlace) {
  EXPECT_EQ(read(""), "the message ends too early at byte 0");
  EXPECT_EQ(read("\xBF\x61"s), "text ends too early at byte 2");
  EXPECT_EQ(read(object_of("\x01\x01"s)), "no text for a key at byte 9");
  EXPECT_EQ(read(object_of("\x61"
                           "a"s)),
            "a key without a value at byte 11");
  EXPECT_EQ(read("\xFF"s), "an end of nothing at byte 1");
  EXPECT_EQ(read("\x1A\0\0"s), "a number ends too early, or is too large at byte 1");
  EXPECT_EQ(read("\xFB\0"s), "a number ends too early at byte 1");
  EXPECT_EQ(read("\x1B\x00\x20\0\0\0\0\0\0"s), "a number ends too early, or is too large at byte 9");
  EXPECT_EQ(read("\xD8\x19"s), "no envelope at byte 2");
  EXPECT_EQ(read("\xD8\x18\x5A\0\0\0\x01\x01"s), "neither an object nor an array in an envelope at byte 8");
  EXPECT_EQ(read("\x43\x01\x02\x03"s), "half a UTF-16 unit at byte 4");
  EXPECT_EQ(read("\xD6\x61"
                 "a"s),
            "no bytes of a binary field at byte 2");
  EXPECT_EQ(read("\xD6\x42\x01"s), "a binary field ends too early at byte 2");
  EXPECT_EQ(read("\x83\x01\x02\x03"s), "an item that Chrome does not send at byte 1");
  EXPECT_EQ(read("\x01\x01"s), "more than a message at byte 1");
}

TEST(Cbor, DepthIsBounded) {
  std::string deep(kMaxCborDepth, '\x9F');
  deep.append(kMaxCborDepth, '\xFF');
  EXPECT_TRUE(parse_cbor(deep));
  EXPECT_EQ(read(std::string(kMaxCborDepth + 1, '\x9F')), "nested too deep at byte 4097");
}

TEST(Cbor, TheSizeOfAMessageIsKnownFromItsBeginning) {
  std::string message = encoded({{"id", 7}});
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(cbor_message_size(message.substr(0, i)), 0U) << i;
  EXPECT_EQ(cbor_message_size(message.substr(0, 7)), message.size());
  EXPECT_EQ(cbor_message_size(message + "more"), message.size());
  EXPECT_EQ(cbor_message_size("\xD8\x5A\0\0\0\x02\xBF\xFF"s), 8U);
  EXPECT_EQ(cbor_message_size("{\"id\":1}"), std::nullopt);
  EXPECT_EQ(cbor_message_size("\xD8\x18\x41"s), std::nullopt);
}

}  // namespace
}  // namespace oc::cdp
