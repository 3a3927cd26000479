#include "base/encoding.h"

#include <gtest/gtest.h>

namespace oc {
namespace {

TEST(Encoding, Base64FollowsTheRfcVectors) {
  EXPECT_EQ(base64_encode(""), "");
  EXPECT_EQ(base64_encode("f"), "Zg==");
  EXPECT_EQ(base64_encode("fo"), "Zm8=");
  EXPECT_EQ(base64_encode("foobar"), "Zm9vYmFy");
  for (std::string_view text : {"", "f", "fo", "foo", "foob", "fooba", "foobar"}) {
    EXPECT_EQ(base64_decode(base64_encode(text)), text);
    EXPECT_EQ(base64url_decode(base64url_encode(text)), text);
  }
}

TEST(Encoding, Base64DecodingIsStrict) {
  EXPECT_FALSE(base64_decode("SGVsbG8"));      // no padding
  EXPECT_FALSE(base64_decode("SGVs!!!bG8="));  // alphabet
  EXPECT_FALSE(base64_decode("Zh=="));         // stray bits
  EXPECT_FALSE(base64_decode("Zm9v\n"));       // white space
  EXPECT_FALSE(base64_decode("Z==="));         // impossible length
}

TEST(Encoding, Base32AndHex) {
  EXPECT_EQ(base32_encode("foobar"), "MZXW6YTBOI");
  EXPECT_EQ(hex_encode(std::string_view{"\x00\xFF\x1a", 3}), "00ff1a");
}

}  // namespace
}  // namespace oc
