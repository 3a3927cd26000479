#include "store/dated_id.h"

#include <gtest/gtest.h>

namespace oc::store {
namespace {

TEST(DatedId, SortsByTimeAndNeverComesTwice) {
  EXPECT_LT(dated_id(999), dated_id(1'763'212'345'678));
  EXPECT_LT(dated_id(1'763'212'345'678), dated_id(1'763'212'345'679));
  EXPECT_NE(dated_id(5), dated_id(5));
}

TEST(DatedId, IsKnownByItsShape) {
  EXPECT_TRUE(is_dated_id(dated_id(1'763'212'345'678)));
  EXPECT_TRUE(is_dated_id(dated_id(-1)));
  for (const char* other : {"", "..", "../../../../etc/pas", "1763212345678-3fa9C1", "1763212345678-3fa9c",
                            "1763212345678_3fa9c1", "176321234567a-3fa9c1", "1763212345678-3fa9c1/"})
    EXPECT_FALSE(is_dated_id(other)) << other;
}

}  // namespace
}  // namespace oc::store
