#include "app/crawl_command.h"

#include <gtest/gtest.h>

namespace oc::app {
namespace {

TEST(CrawlCommand, FilesAreNamedAfterTheirPages) {
  EXPECT_EQ(file_name_for("https://x.org/", 0), "home.md");
  EXPECT_EQ(file_name_for("https://x.org", 0), "home.md");
  EXPECT_EQ(file_name_for("https://x.org/docs/a?b=1", 0), "docs-a-b-1.md");
  EXPECT_EQ(file_name_for("https://x.org/docs/a?b=1", 1), "docs-a-b-1-2.md");
  EXPECT_EQ(file_name_for("https://x.org/index", 0), "home.md") << "the index is ours";
}

TEST(CrawlCommand, NoPageChoosesAPlaceElsewhere) {
  for (std::string_view url :
       {"http://x/../../etc/passwd", "http://x/.ssh", "http://x/a%2f..%2fb", "http://x//\n"}) {
    std::string name = file_name_for(url, 0);
    EXPECT_EQ(name.find('/'), std::string::npos) << name;
    EXPECT_FALSE(name.starts_with(".")) << name;
  }
  EXPECT_LE(file_name_for("http://x/" + std::string(5000, 'a'), 0).size(), 130U);
}

TEST(CrawlCommand, TheBarFitsTheTerminal) {
  std::string bar = progress_bar(5, 10, "http://x.org/a/long/address/that/does/not/fit", 60);
  EXPECT_TRUE(bar.starts_with("[############............] 5/10 http")) << bar;
  EXPECT_LT(bar.size(), 60U);
  EXPECT_TRUE(progress_bar(0, 0, "", 80).starts_with("[........................] 0/0"));
}

}  // namespace
}  // namespace oc::app
