#include "json/json.h"

#include <gtest/gtest.h>

namespace oc::json {
namespace {

TEST(Json, LookUpsAnswerOnlyForTheRightKind) {
  object o{{"s", "x"}, {"n", 5}, {"f", 5.0}, {"h", 5.5}, {"o", object{}}, {"b", true}};
  EXPECT_EQ(find_string(o, "s"), "x");
  EXPECT_FALSE(find_string(o, "n"));
  EXPECT_FALSE(find_string(o, "missing"));
  EXPECT_EQ(find_integer(o, "n"), 5);
  EXPECT_EQ(find_integer(o, "f"), 5);
  EXPECT_FALSE(find_integer(o, "h"));
  EXPECT_TRUE(find_object(o, "o"));
  EXPECT_FALSE(find_object(o, "s"));
  EXPECT_EQ(find_bool(o, "b"), true);
}

TEST(Json, TypeWordsAreThoseOfJsonSchema) {
  EXPECT_EQ(type_word(nullptr), "null");
  EXPECT_EQ(type_word(5.0), "integer");
  EXPECT_EQ(type_word(5.5), "number");
  EXPECT_EQ(type_word(array{}), "array");
}

}  // namespace
}  // namespace oc::json
