#include "base/environment.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace oc {
namespace {

TEST(Environment, TellsAnEmptyVariableFromNone) {
  setenv("OPENCHROME_TEST_VARIABLE", "", 1);
  EXPECT_EQ(process_environment()("OPENCHROME_TEST_VARIABLE"), "");
  unsetenv("OPENCHROME_TEST_VARIABLE");
  EXPECT_EQ(process_environment()("OPENCHROME_TEST_VARIABLE"), std::nullopt);
}

}  // namespace
}  // namespace oc
