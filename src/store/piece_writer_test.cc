#include "store/piece_writer.h"

#include <gtest/gtest.h>

#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"

namespace oc::store {
namespace {

Result<void> write_all(FileSystem& files, const std::string& piece, int times) {
  PieceWriter writer{files, temporary_path("/d/file")};
  for (int i = 0; i < times; ++i) OC_TRY(writer.write(piece));
  return writer.finish("/d/file");
}

TEST(PieceWriter, PiecesBecomeOneFile) {
  MemoryFileSystem files;
  ASSERT_TRUE(files.make_directories("/d"));
  std::string piece(700'000, 'x');
  ASSERT_TRUE(write_all(files, piece, 3));
  EXPECT_EQ(files.read("/d/file").value()->size(), 2'100'000U);
  ASSERT_TRUE(write_all(files, "", 1));
  EXPECT_EQ(files.read("/d/file").value(), "");
  EXPECT_EQ(files.list("/d")->size(), 1U);
}

TEST(PieceWriter, AFailureLeavesTheOldFileAndNothingElse) {
  MemoryFileSystem disk;
  ASSERT_TRUE(disk.make_directories("/d"));
  ASSERT_TRUE(disk.write_new("/d/file", "old"));
  for (std::size_t step = 1; step < 20; ++step) {
    FaultyFileSystem faulty{disk};
    faulty.fail_at(step, ENOSPC, FaultExtent::once);
    auto written = write_all(faulty, std::string(1'200'000, 'x'), 2);
    if (written) break;
    EXPECT_LE(disk.list("/d")->size(), 1U) << step;
  }
}

}  // namespace
}  // namespace oc::store
