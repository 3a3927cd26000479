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

TEST(Catalog, AToolForTheExtensionIsListedOnceOneIsPaired) {
  static const Tool tool{ToolSpec{.name = "aside", .summary = "", .listed = ListedWhen::extension_paired},
                         kNoArgs,
                         +[](ToolContext&, NoArgs) -> Task<Result<ToolOutput>> { co_return ToolOutput{}; }};
  Catalog catalog{{&samples::echo(), &tool}};
  EXPECT_EQ(catalog.listed(ToolSet::all).size(), 1U);
  EXPECT_EQ(catalog.listed(ToolSet::all, {.extension_paired = true}).size(), 2U);
  EXPECT_EQ(catalog.find("aside"), &tool);
}

}  // namespace
}  // namespace oc::tool
