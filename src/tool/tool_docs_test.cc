#include "tool/tool_docs.h"

#include <gtest/gtest.h>

#include "tool/testing/sample_tools.h"

namespace oc::tool {
namespace {

TEST(ToolDocs, EveryArgumentAndAnswerIsInTheTables) {
  std::string docs = tools_markdown(Catalog{{&samples::echo(), &samples::add()}});
  EXPECT_NE(docs.find("## echo\n\nSay it again."), std::string::npos);
  EXPECT_NE(docs.find("| `text` **required** | string |  | What to say. |"), std::string::npos);
  EXPECT_NE(docs.find("| `times` | integer 1..9 | 1 | How often. |"), std::string::npos);
  EXPECT_NE(docs.find("| answer | type |"), std::string::npos);
}

TEST(ToolDocs, EffectsTableHasEveryTool) {
  std::string table = effects_markdown(Catalog{{&samples::echo(), &samples::fail_with()}});
  EXPECT_NE(table.find("| `echo` | | observation | yes | no | yes | yes |"), std::string::npos);
  EXPECT_NE(table.find("| `fail_with` | | action | no | yes | no | yes |"), std::string::npos);
}

}  // namespace
}  // namespace oc::tool
