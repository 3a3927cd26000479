#include "tool/catalog.h"

#include <gtest/gtest.h>

#include "tool/testing/sample_tools.h"

namespace oc::tool {
namespace {

TEST(Catalog, SortsFindsAndFiltersByTier) {
  Catalog catalog{{&samples::fail_with(), &samples::echo(), &samples::add()}};
  EXPECT_EQ(catalog.all()[0]->spec().name, "add");
  EXPECT_EQ(catalog.find("echo"), &samples::echo());
  EXPECT_EQ(catalog.find("ech"), nullptr);
  EXPECT_EQ(catalog.nearest_name("ecco"), "echo");
  EXPECT_EQ(catalog.listed(ToolSet::standard).size(), 2U);
  EXPECT_EQ(catalog.listed(ToolSet::all).size(), 3U);
}

}  // namespace
}  // namespace oc::tool
