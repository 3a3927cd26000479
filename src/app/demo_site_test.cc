#include "app/demo_site.h"

#include <gtest/gtest.h>

namespace oc::app {
namespace {

TEST(DemoSite, HasAShopAndATea) {
  EXPECT_NE(demo_page("/").find("<title>Tea shop</title>"), std::string_view::npos);
  EXPECT_NE(demo_page("/tea/sencha?from=home").find("application/ld+json"), std::string_view::npos);
  EXPECT_EQ(demo_page("/tea/none"), "");
}

}  // namespace
}  // namespace oc::app
