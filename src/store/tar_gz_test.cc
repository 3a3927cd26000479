#include "store/tar_gz.h"

#include <gtest/gtest.h>

#include "base/process.h"
#include "base/testing/run_loop.h"
#include "base/text.h"
#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::store {
namespace {

constexpr std::int64_t kTime = 1'700'000'000'000;

// As the world's own tar reads it.
std::string tar(std::vector<std::string> arguments) {
  testing_support::Loop loop;
  arguments.insert(arguments.begin(), "tar");
  auto result = loop.run(run_program({.command = std::move(arguments)}, 10'000'000, {}));
  return result && result->status == 0 ? result->output : "tar failed";
}

struct MemoryTarGz : testing::Test {
  MemoryTarGz() {
    EXPECT_TRUE(files.make_directories("/in"));
    EXPECT_TRUE(files.write_new("/in/a", "one"));
    EXPECT_TRUE(files.write_new("/in/b", std::string(600'000, 'b')));
  }
  TarSource source() const {
    return {.folder = "/in", .names = {"a", "b"}, .inside = "x", .modified_ms = kTime};
  }
  MemoryFileSystem files;
};

TEST(TarGz, TarReadsItBack) {
  PosixFileSystem files;
  TempDir folder;
  std::string large;
  for (int i = 0; large.size() < 700'000; ++i) large += cat(i * 2654435761U, "\n");
  std::vector<std::pair<std::string, std::string>> contents{
      {"empty", ""}, {"block", std::string(512, 'x')}, {"large.txt", large}, {"ü.json", "{}"}};
  TarSource source{.folder = folder.path(), .inside = "bundle", .modified_ms = kTime};
  for (const auto& [name, bytes] : contents) {
    ASSERT_TRUE(files.write_new(folder / name, bytes));
    source.names.push_back(name);
  }
  auto size = write_tar_gz(files, folder / "all.tar.gz", source);
  ASSERT_TRUE(size) << size.error().message;
  EXPECT_EQ(*size, files.size(folder / "all.tar.gz")->value());
  EXPECT_LT(*size, large.size());
  std::string listing = tar({"--numeric-owner", "--utc", "--full-time", "-tvzf", folder / "all.tar.gz"});
  EXPECT_NE(listing.find("-rw------- 0/0             512 2023-11-14 22:13:20 bundle/block"),
            std::string::npos)
      << listing;
  for (const auto& [name, bytes] : contents)
    EXPECT_EQ(tar({"-xzOf", folder / "all.tar.gz", cat("bundle/", name)}), bytes) << name;
}

TEST_F(MemoryTarGz, TheSameFilesGiveTheSameBytes) {
  ASSERT_TRUE(write_tar_gz(files, "/one.tar.gz", source()));
  files.set_time(kTime + 1'000'000);
  ASSERT_TRUE(write_tar_gz(files, "/two.tar.gz", source()));
  EXPECT_EQ(files.read("/one.tar.gz")->value(), files.read("/two.tar.gz")->value());
  TarSource later = source();
  later.modified_ms += 1000;
  ASSERT_TRUE(write_tar_gz(files, "/three.tar.gz", later));
  EXPECT_NE(files.read("/one.tar.gz")->value(), files.read("/three.tar.gz")->value());
}

TEST_F(MemoryTarGz, NamesThatItCannotHoldAreRefused) {
  for (const std::string& name :
       {std::string{}, std::string{"../a"}, std::string{".."}, std::string(101, 'n')}) {
    TarSource bad = source();
    bad.names.push_back(name);
    EXPECT_EQ(write_tar_gz(files, "/out.tar.gz", bad).error().code, ErrorCode::invalid_arguments) << name;
  }
  TarSource bad = source();
  bad.inside = "a/b";
  EXPECT_EQ(write_tar_gz(files, "/out.tar.gz", bad).error().code, ErrorCode::invalid_arguments);
}

TEST_F(MemoryTarGz, AMissingFileLeavesTheOldArchiveAndNothingElse) {
  ASSERT_TRUE(files.write_new("/out.tar.gz", "old"));
  TarSource bad = source();
  bad.names.push_back("missing");
  EXPECT_EQ(write_tar_gz(files, "/out.tar.gz", bad).error().code, ErrorCode::storage_failed);
  EXPECT_EQ(files.read("/out.tar.gz")->value(), "old");
  EXPECT_EQ(*files.list("/"), (std::vector<std::string>{"in", "out.tar.gz"}));
}

TEST_F(MemoryTarGz, WhateverStepFailsNothingIsLeftBehind) {
  FaultyFileSystem faulty{files};
  ASSERT_TRUE(write_tar_gz(faulty, "/whole.tar.gz", source()));
  std::size_t steps = faulty.operations().size();
  for (std::size_t step = 1; step < steps; ++step) {  // the last one syncs what is in place
    faulty.fail_at(step);
    auto failed = write_tar_gz(faulty, "/out.tar.gz", source());
    ASSERT_FALSE(failed) << step;
    EXPECT_EQ(failed.error().code, ErrorCode::storage_failed);
    EXPECT_EQ(*files.list("/"), (std::vector<std::string>{"in", "whole.tar.gz"})) << step;
  }
}

TEST_F(MemoryTarGz, ADiskThatTakesLessThanGivenIsAskedAgain) {
  FaultyFileSystem faulty{files};
  ASSERT_TRUE(write_tar_gz(files, "/whole.tar.gz", source()));
  faulty.shorten_next_append(7);
  ASSERT_TRUE(write_tar_gz(faulty, "/out.tar.gz", source()));
  EXPECT_EQ(files.read("/out.tar.gz")->value(), files.read("/whole.tar.gz")->value());
}

}  // namespace
}  // namespace oc::store
