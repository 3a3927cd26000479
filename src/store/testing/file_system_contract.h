// What every FileSystem promises, as tests. Instantiate with a type that has files() and root(), an empty
// directory:
//   INSTANTIATE_TYPED_TEST_SUITE_P(Memory, FileSystemContract, MemoryFixture);
#pragma once
#include <gtest/gtest.h>

#include "base/text.h"
#include "store/file_system.h"

namespace oc::store {

template <class Fixture>
class FileSystemContract : public ::testing::Test {
 protected:
  FileSystem& files() { return fixture_.files(); }
  std::string at(std::string_view name) { return cat(fixture_.root(), "/", name); }
  std::string text(std::string_view name) {
    auto bytes = files().read(at(name));
    return !bytes ? bytes.error().message : bytes->value_or("(none)");
  }
  template <class T>
  void expect_failure(const Result<T>& outcome, std::string_view path) {
    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.error().code, ErrorCode::storage_failed);
    EXPECT_NE(outcome.error().message.find(path), std::string::npos) << outcome.error().message;
  }

 private:
  Fixture fixture_;
};

TYPED_TEST_SUITE_P(FileSystemContract);

TYPED_TEST_P(FileSystemContract, WhatIsNotThereIsAValue) {
  FileSystem& files = this->files();
  EXPECT_EQ(*files.read(this->at("a")), std::nullopt);
  EXPECT_EQ(*files.read_range(this->at("a"), 0, 1), std::nullopt);
  EXPECT_EQ(*files.size(this->at("a")), std::nullopt);
  EXPECT_FALSE(files.info(this->at("a"))->has_value());
  EXPECT_FALSE(*files.exists(this->at("a")));
  EXPECT_TRUE(files.list(this->at("a"))->empty());
  EXPECT_FALSE(*files.remove_file(this->at("a")));
  EXPECT_FALSE(*files.remove_directory(this->at("a")));
}

TYPED_TEST_P(FileSystemContract, NewFilesAreWrittenOnce) {
  FileSystem& files = this->files();
  std::string bytes{"a\0b\n", 4};
  ASSERT_TRUE(files.write_new(this->at("a"), bytes));
  EXPECT_EQ(this->text("a"), bytes);
  EXPECT_EQ(*files.size(this->at("a")), 4U);
  EXPECT_FALSE(files.info(this->at("a"))->value().is_directory);
  this->expect_failure(files.write_new(this->at("a"), "c"), this->at("a"));
  EXPECT_EQ(this->text("a"), bytes);
  this->expect_failure(files.write_new(this->at("missing/a"), "c"), "missing/a");
  ASSERT_TRUE(files.write_new(this->at("empty"), ""));
  EXPECT_EQ(this->text("empty"), "");
}

TYPED_TEST_P(FileSystemContract, AppendsCreateAndGrow) {
  FileSystem& files = this->files();
  EXPECT_EQ(*files.append(this->at("a"), "one\n"), 4U);
  EXPECT_EQ(*files.append(this->at("a"), "two\n"), 4U);
  EXPECT_EQ(this->text("a"), "one\ntwo\n");
  this->expect_failure(files.append(this->at("missing/a"), "x"), "missing/a");
}

TYPED_TEST_P(FileSystemContract, RangesEndWithTheFile) {
  FileSystem& files = this->files();
  ASSERT_TRUE(files.write_new(this->at("a"), "0123456789"));
  EXPECT_EQ(*files.read_range(this->at("a"), 2, 3), "234");
  EXPECT_EQ(*files.read_range(this->at("a"), 8, 100), "89");
  EXPECT_EQ(*files.read_range(this->at("a"), 10, 5), "");
  EXPECT_EQ(*files.read_range(this->at("a"), 99, 5), "");
}

TYPED_TEST_P(FileSystemContract, RenameReplacesAndChangesTheIdentity) {
  FileSystem& files = this->files();
  ASSERT_TRUE(files.write_new(this->at("a"), "old"));
  ASSERT_TRUE(files.write_new(this->at("b"), "new"));
  auto before = files.info(this->at("a"))->value().identity;
  ASSERT_TRUE(files.rename(this->at("b"), this->at("a")));
  EXPECT_EQ(this->text("a"), "new");
  EXPECT_FALSE(*files.exists(this->at("b")));
  EXPECT_NE(files.info(this->at("a"))->value().identity, before);
  this->expect_failure(files.rename(this->at("b"), this->at("c")), this->at("c"));
}

TYPED_TEST_P(FileSystemContract, ASecondNameIsGivenOnlyWhereNoneIs) {
  FileSystem& files = this->files();
  ASSERT_TRUE(files.write_new(this->at("a"), "1"));
  ASSERT_TRUE(files.write_new(this->at("b"), "2"));
  EXPECT_FALSE(*files.link(this->at("a"), this->at("b")));
  EXPECT_EQ(*files.read(this->at("b")), "2");
  EXPECT_TRUE(*files.link(this->at("a"), this->at("c")));
  EXPECT_TRUE(*files.remove_file(this->at("a")));
  EXPECT_EQ(*files.read(this->at("c")), "1");
  this->expect_failure(files.link(this->at("missing"), this->at("d")), "d");
}

TYPED_TEST_P(FileSystemContract, ADirectoryMovesWithWhatIsInIt) {
  FileSystem& files = this->files();
  ASSERT_TRUE(files.make_directories(this->at("x/deep")));
  ASSERT_TRUE(files.write_new(this->at("x/deep/a"), "1"));
  ASSERT_TRUE(files.rename(this->at("x"), this->at("y")));
  EXPECT_FALSE(*files.exists(this->at("x")));
  EXPECT_EQ(this->text("y/deep/a"), "1");
  ASSERT_TRUE(files.make_directories(this->at("z")));
  this->expect_failure(files.rename(this->at("z"), this->at("y")), this->at("y"));
  EXPECT_EQ(this->text("y/deep/a"), "1");
}

TYPED_TEST_P(FileSystemContract, DirectoriesAreMadeWithParentsAndListedSorted) {
  FileSystem& files = this->files();
  ASSERT_TRUE(files.make_directories(this->at("x/y/z")));
  ASSERT_TRUE(files.make_directories(this->at("x/y/z")));
  EXPECT_TRUE(files.info(this->at("x/y"))->value().is_directory);
  ASSERT_TRUE(files.write_new(this->at("x/b"), ""));
  ASSERT_TRUE(files.write_new(this->at("x/a"), ""));
  EXPECT_EQ(*files.list(this->at("x")), (std::vector<std::string>{"a", "b", "y"}));
  this->expect_failure(files.make_directories(this->at("x/a")), this->at("x/a"));
  this->expect_failure(files.make_directories(this->at("x/a/deep")), this->at("x/a/deep"));
  this->expect_failure(files.list(this->at("x/a")), this->at("x/a"));
}

TYPED_TEST_P(FileSystemContract, RemovalTakesFilesAndEmptyDirectories) {
  FileSystem& files = this->files();
  ASSERT_TRUE(files.make_directories(this->at("x")));
  ASSERT_TRUE(files.write_new(this->at("x/a"), ""));
  this->expect_failure(files.remove_directory(this->at("x")), this->at("x"));
  this->expect_failure(files.remove_file(this->at("x")), this->at("x"));
  EXPECT_TRUE(*files.remove_file(this->at("x/a")));
  EXPECT_TRUE(*files.remove_directory(this->at("x")));
  EXPECT_FALSE(*files.exists(this->at("x")));
}

TYPED_TEST_P(FileSystemContract, DirectoriesAreNotReadOrWrittenAsFiles) {
  FileSystem& files = this->files();
  ASSERT_TRUE(files.make_directories(this->at("x")));
  this->expect_failure(files.read(this->at("x")), this->at("x"));
  this->expect_failure(files.read_range(this->at("x"), 0, 1), this->at("x"));
  this->expect_failure(files.append(this->at("x"), "a"), this->at("x"));
}

TYPED_TEST_P(FileSystemContract, SyncsNeedSomethingToSync) {
  FileSystem& files = this->files();
  ASSERT_TRUE(files.make_directories(this->at("x")));
  ASSERT_TRUE(files.write_new(this->at("x/a"), "1"));
  EXPECT_TRUE(files.sync_file(this->at("x/a")));
  EXPECT_TRUE(files.sync_directory(this->at("x")));
  this->expect_failure(files.sync_file(this->at("x/b")), this->at("x/b"));
  this->expect_failure(files.sync_directory(this->at("y")), this->at("y"));
}

TYPED_TEST_P(FileSystemContract, ALockExcludesUntilReleased) {
  FileSystem& files = this->files();
  auto first = files.try_lock(this->at("lock"));
  ASSERT_TRUE(first && *first);
  EXPECT_FALSE(files.try_lock(this->at("lock"))->has_value());
  auto other = files.try_lock(this->at("other"));
  ASSERT_TRUE(other && *other);
  files.unlock(**first);
  auto second = files.try_lock(this->at("lock"));
  ASSERT_TRUE(second && *second);
  files.unlock(**second);
  files.unlock(**other);
  this->expect_failure(files.try_lock(this->at("missing/lock")), "missing/lock");
}

TYPED_TEST_P(FileSystemContract, ALockOnARemovedFileDoesNotHoldTheNewOne) {
  FileSystem& files = this->files();
  auto first = files.try_lock(this->at("lock"));
  ASSERT_TRUE(first && *first);
  EXPECT_TRUE(*files.remove_file(this->at("lock")));
  auto second = files.try_lock(this->at("lock"));
  ASSERT_TRUE(second && *second);
  files.unlock(**first);
  files.unlock(**second);
}

REGISTER_TYPED_TEST_SUITE_P(FileSystemContract, WhatIsNotThereIsAValue, NewFilesAreWrittenOnce,
                            AppendsCreateAndGrow, RangesEndWithTheFile, RenameReplacesAndChangesTheIdentity,
                            ASecondNameIsGivenOnlyWhereNoneIs, ADirectoryMovesWithWhatIsInIt,
                            DirectoriesAreMadeWithParentsAndListedSorted,
                            RemovalTakesFilesAndEmptyDirectories, DirectoriesAreNotReadOrWrittenAsFiles,
                            SyncsNeedSomethingToSync, ALockExcludesUntilReleased,
                            ALockOnARemovedFileDoesNotHoldTheNewOne);

}  // namespace oc::store
