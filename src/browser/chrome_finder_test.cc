#include "browser/chrome_finder.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace oc::browser {
namespace {

struct ChromeFinderTest : testing::Test {
  std::map<std::string, std::string, std::less<>> variables{{"PATH", "/usr/local/bin:/usr/bin"},
                                                            {"HOME", "/home/ada"}};
  std::set<std::string> programs;
  std::map<std::string, std::vector<std::string>> folders;

  Result<std::string> find(std::string chosen = "") {
    return find_chrome({.chosen = std::move(chosen),
                        .environment = [this](std::string_view name) -> std::optional<std::string> {
                          auto found = variables.find(name);
                          return found == variables.end() ? std::nullopt : std::optional{found->second};
                        },
                        .is_program = [this](const std::string& path) { return programs.contains(path); },
                        .list = [this](const std::string& folder) { return folders[folder]; }});
  }
};

TEST_F(ChromeFinderTest, TheChosenOneOrNothing) {
  programs = {"/usr/bin/chromium", "/my/chrome"};
  EXPECT_EQ(find("/my/chrome"), "/my/chrome");
  EXPECT_EQ(find("/not/there").error().code, ErrorCode::browser_unavailable);
  variables["CHROME_PATH"] = "/my/chrome";
  EXPECT_EQ(find(), "/my/chrome");
  variables["CHROME_PATH"] = "/not/there";
  EXPECT_FALSE(find());
}

TEST_F(ChromeFinderTest, PathBeforeFixedPlacesBeforeCaches) {
  folders["/home/ada/.cache/ms-playwright"] = {"chromium-1100", "chromium-1200"};
  programs.insert("/home/ada/.cache/ms-playwright/chromium-1100/chrome-linux/chrome");
  programs.insert("/home/ada/.cache/ms-playwright/chromium-1200/chrome-linux/chrome");
  EXPECT_EQ(find(), "/home/ada/.cache/ms-playwright/chromium-1200/chrome-linux/chrome");
  programs.insert("/opt/google/chrome/chrome");
  EXPECT_EQ(find(), "/opt/google/chrome/chrome");
  programs.insert("/usr/bin/chromium");
  EXPECT_EQ(find(), "/usr/bin/chromium");
  programs.insert("/usr/bin/google-chrome");
  EXPECT_EQ(find(), "/usr/bin/google-chrome");
}

TEST_F(ChromeFinderTest, NothingFoundSaysWhatToInstall) {
  EXPECT_NE(find().error().hint.find("apt install chromium"), std::string::npos);
}

}  // namespace
}  // namespace oc::browser
