#include "app/home.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "store/posix_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::app {
namespace {

struct HomeTest : testing::Test {
  store::PosixFileSystem files;
  store::TempDir dir;
  std::string token_file = dir.path() + "/home/token";
};

TEST_F(HomeTest, ATokenIsMadeOnceAndKept) {
  auto first = load_or_make_token(files, token_file);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_GE(first->size(), 32U);
  EXPECT_EQ(load_or_make_token(files, token_file), *first);
  struct stat facts{};
  stat(token_file.c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777, 0600U);
  stat((dir.path() + "/home").c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777, 0700U);
}

TEST_F(HomeTest, AnOwnTokenIsUsedAndAWeakOneRefused) {
  ASSERT_TRUE(prepare_home(files, dir.path() + "/home"));
  std::ofstream{token_file} << "my-own-long-enough-token\n";
  EXPECT_EQ(load_or_make_token(files, token_file), "my-own-long-enough-token");
  std::ofstream{token_file} << "short";
  EXPECT_EQ(load_or_make_token(files, token_file).error().code, ErrorCode::storage_corrupt);
}

}  // namespace
}  // namespace oc::app
