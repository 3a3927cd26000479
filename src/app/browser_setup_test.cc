#include "app/browser_setup.h"

#include <gtest/gtest.h>

namespace oc::app {
namespace {

Config config_with(auto change) {
  Config config;
  config.home = "/h";
  change(config);
  return config;
}

TEST(BrowserSetup, TheViewportIsTakenApart) {
  auto options = browser_options(config_with([](Config& config) { config.viewport = "800x600"; }));
  ASSERT_TRUE(options);
  EXPECT_EQ(options->tabs.width, 800);
  EXPECT_EQ(options->link.height, 600);
  for (std::string_view bad : {"800", "800x", "x600", "800x600x1", "0x0", "800x99999", "8e2x600"}) {
    auto refused = browser_options(config_with([&](Config& config) { config.viewport = bad; }));
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_arguments);
  }
}

TEST(BrowserSetup, ABadGlobIsSaidWithItsFlag) {
  auto refused = browser_options(config_with([](Config& config) { config.allow_host = {"http://x.org"}; }));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("--allow-host"), std::string::npos);
}

TEST(BrowserSetup, NamesAreClosedToTheBrowserItselfToo) {
  auto rules = [](std::vector<std::string> allow, std::vector<std::string> block) {
    return browser_options(config_with([&](Config& config) {
             config.allow_host = allow;
             config.blocked_domains = block;
           }))
        ->link.resolver_rules;
  };
  EXPECT_EQ(rules({}, {}), "");
  EXPECT_EQ(rules({}, {"evil.org", "*.bad.org", "x.org:81"}),
            "MAP evil.org ~NOTFOUND, MAP *.bad.org ~NOTFOUND");
  EXPECT_EQ(rules({"good.org", "[::1]"}, {"evil.org"}), "MAP * ~NOTFOUND, EXCLUDE good.org, EXCLUDE [::1]");
  EXPECT_EQ(rules({"good.org:81"}, {}), "") << "a port is the judge's business";
}

TEST(BrowserSetup, OwnPortsAreClosedToPages) {
  auto policy = domain_policy(Config{}, {4321});
  ASSERT_TRUE(policy);
  EXPECT_FALSE(policy->check_navigation("http://127.0.0.1:4321/mcp"));
  EXPECT_FALSE(policy->check_navigation("http://rebound.example:4321/mcp"));
  EXPECT_TRUE(policy->check_navigation("http://127.0.0.1:4322/"));
}

TEST(BrowserSetup, FilesGoBelowTheHomeAndTheRoots) {
  auto settings = page_settings(config_with([](Config& config) { config.file_root = {"/data"}; }));
  EXPECT_EQ(settings.file_roots, (std::vector<std::string>{"/h/files", "/data"}));
  EXPECT_TRUE(settings.sanitize);
}

}  // namespace
}  // namespace oc::app
