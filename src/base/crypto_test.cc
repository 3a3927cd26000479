#include "base/crypto.h"

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace oc {
namespace {

TEST(Crypto, Sha256OfAbc) {
  EXPECT_EQ(hex_encode(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Crypto, HmacFollowsRfc4231) {
  EXPECT_EQ(hex_encode(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hex_encode(hmac_sha256(std::string(20, '\x0b'), "Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  // A key longer than a block is hashed first.
  EXPECT_EQ(hex_encode(hmac_sha256(std::string(131, '\xaa'),
                                   "Test Using Larger Than Block-Size Key - Hash Key First")),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Crypto, ComparisonLooksAtEveryByteAndAtLengths) {
  EXPECT_TRUE(equals_in_constant_time("secret", "secret"));
  EXPECT_FALSE(equals_in_constant_time("secret", "secreT"));
  EXPECT_FALSE(equals_in_constant_time("secret", "secret2"));
  EXPECT_FALSE(equals_in_constant_time("", "x"));
}

}  // namespace
}  // namespace oc
