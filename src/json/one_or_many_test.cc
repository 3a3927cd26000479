#include "json/one_or_many.h"

#include <gtest/gtest.h>

#include "json/record.h"
#include "json/write.h"

namespace oc::json {
namespace {

struct Args {
  OneOrMany<std::string> kind;
};
const Record<Args> kArgs{optional("kind", &Args::kind)};

TEST(OneOrMany, TakesOneAndMany) {
  EXPECT_EQ(kArgs.decode({{"kind", "a"}})->kind.values, std::vector<std::string>{"a"});
  EXPECT_EQ(kArgs.decode({{"kind", {"a", "b"}}})->kind.values, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(kArgs.decode({})->kind.values.empty());
}

TEST(OneOrMany, SaysWhichOfThemIsWrong) {
  EXPECT_EQ(kArgs.decode({{"kind", {"a", 1}}}).error().message, "'kind[1]' must be a string, got integer 1");
  EXPECT_FALSE(kArgs.decode({{"kind", 1}}));
}

TEST(OneOrMany, ItsSchemaIsShort) {
  EXPECT_EQ(write(kArgs.schema(Strictness::refuse_unknown).at("properties").at("kind")),
            R"({"type":["string","array"],"items":{"type":"string"}})");
}

}  // namespace
}  // namespace oc::json
