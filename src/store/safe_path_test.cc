#include "store/safe_path.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace oc::store {
namespace {

struct SafePathTest : testing::Test {
  std::string root;
  void SetUp() override {
    char name[] = "/tmp/openchrome-path-XXXXXX";
    root = mkdtemp(name);
    std::filesystem::create_directory(root + "/in");
    std::filesystem::create_directory(root + "/out");
    std::filesystem::create_directory_symlink(root + "/out", root + "/in/link");
  }
  void TearDown() override { std::filesystem::remove_all(root); }
  bool allowed(std::string_view path) { return path_below({root + "/in"}, path).has_value(); }
};

TEST_F(SafePathTest, RelativePathsAreBelowTheFirstRoot) {
  auto path = path_below({root + "/in", root + "/out"}, "a/b.png");
  ASSERT_TRUE(path);
  EXPECT_EQ(*path, root + "/in/a/b.png");
  EXPECT_EQ(*path_below({root + "/in", root + "/out"}, root + "/out/x"), root + "/out/x");
}

TEST_F(SafePathTest, NothingLeadsOut) {
  EXPECT_TRUE(allowed("x.png"));
  EXPECT_TRUE(allowed("a/../x.png"));
  EXPECT_FALSE(allowed("../x.png"));
  EXPECT_FALSE(allowed("a/../../out/x.png"));
  EXPECT_FALSE(allowed("link/x.png")) << "a link to elsewhere";
  EXPECT_FALSE(allowed("/etc/passwd"));
  EXPECT_FALSE(allowed(root + "/in2/x"));
  EXPECT_FALSE(allowed(root + "/in"));
  EXPECT_FALSE(allowed(""));
  EXPECT_FALSE(allowed(std::string_view{"a\0b", 3}));
  EXPECT_EQ(path_below({root + "/in"}, "/etc/passwd").error().code, ErrorCode::path_not_allowed);
}

}  // namespace
}  // namespace oc::store
