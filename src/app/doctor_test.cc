#include "app/doctor.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "store/testing/temp_dir.h"

namespace oc::app {
namespace {

const Finding* find(const std::vector<Finding>& findings, std::string_view check) {
  auto found = std::ranges::find(findings, check, &Finding::check);
  return found == findings.end() ? nullptr : &*found;
}

TEST(Doctor, SaysWhatIsWrongAndHowToMendIt) {
  testing_support::Loop loop;
  store::TempDir dir;
  Config config;
  config.home = dir.path() + "/home";
  config.http_token_file = config.home + "/token";
  config.chrome = "/no/such/chrome";
  auto findings = loop.run(examine(config));
  ASSERT_TRUE(find(findings, "browser"));
  EXPECT_EQ(find(findings, "browser")->verdict, Verdict::fail);
  EXPECT_FALSE(find(findings, "browser")->fix.empty());
  EXPECT_EQ(find(findings, "home")->verdict, Verdict::ok);
  EXPECT_EQ(find(findings, "loopback")->verdict, Verdict::ok);
  EXPECT_EQ(findings_json(findings).at("verdict").as_string(), "fail");
  EXPECT_NE(findings_text(findings, false).find("fix: Give the path of a Chrome binary."), std::string::npos);
}

TEST(Doctor, AProgramThatIsNoBrowserFails) {
  testing_support::Loop loop;
  store::TempDir dir;
  Config config;
  config.home = dir.path();
  config.chrome = "/bin/false";
  auto findings = loop.run(examine(config));
  EXPECT_EQ(find(findings, "browser")->verdict, Verdict::fail);
}

}  // namespace
}  // namespace oc::app
