#include "base/error.h"

#include <gtest/gtest.h>

#include <set>

namespace oc {
namespace {

TEST(Error, EveryCodeHasItsOwnWordAndAMeaning) {
  std::set<std::string_view> words;
  for (const ErrorInfo& error : all_errors()) {
    EXPECT_TRUE(words.insert(error.word).second) << error.word;
    EXPECT_FALSE(error.meaning.empty()) << error.word;
    EXPECT_EQ(&info(error.code), &error);
  }
}

TEST(Error, ContextGoesInFrontAndKeepsTheCode) {
  Error error = Error{ErrorCode::timeout, "no answer"}.in("page t1");
  EXPECT_EQ(error.code, ErrorCode::timeout);
  EXPECT_EQ(error.message, "page t1: no answer");
}

TEST(Error, OwnHintWinsOverTheTablesHint) {
  EXPECT_EQ((Error{ErrorCode::timeout, "x"}.next_step()), info(ErrorCode::timeout).hint);
  EXPECT_EQ((Error{ErrorCode::timeout, "x", "do y"}.next_step()), "do y");
}

TEST(Error, StorageErrorsSayWhatWhereAndWhy) {
  Error error = storage_error("write", "/a/b", ENOSPC);
  EXPECT_EQ(error.code, ErrorCode::storage_failed);
  EXPECT_EQ(error.message, "cannot write /a/b: No space left on device");
}

}  // namespace
}  // namespace oc
