#include "browser/download_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "store/posix_file_system.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "store/testing/temp_dir.h"

namespace oc::browser {
namespace {

using Names = std::vector<std::string>;

TEST(SafeFileName, PlainOnesStay) {
  for (std::string_view name : {"report.pdf", "a b (1).tar.gz", "Grüße 你好.txt", "no-extension"})
    EXPECT_EQ(safe_file_name(name), name);
}

TEST(SafeFileName, APathIsNoName) {
  EXPECT_EQ(safe_file_name("../../etc/passwd"), "passwd");
  EXPECT_EQ(safe_file_name("C:\\Windows\\evil.dll"), "evil.dll");
  EXPECT_EQ(safe_file_name(".."), "download");
  EXPECT_EQ(safe_file_name("a/.."), "download");
  EXPECT_EQ(safe_file_name("dir/"), "download");
}

TEST(SafeFileName, NothingIsHiddenOrInvisible) {
  EXPECT_EQ(safe_file_name(".bashrc"), "bashrc");
  EXPECT_EQ(safe_file_name(" . .ssh"), "ssh");
  EXPECT_EQ(safe_file_name(""), "download");
  EXPECT_EQ(safe_file_name("photo\u202egpj.exe"), "photogpj.exe");
  EXPECT_EQ(safe_file_name(std::string_view{"a\nb\0c.txt", 9}), "a b c.txt");
  EXPECT_TRUE(is_valid_utf8(safe_file_name("\xff\xfe.txt")));
  EXPECT_EQ(safe_file_name("name. . "), "name");
}

TEST(SafeFileName, LongOnesKeepTheirExtension) {
  std::string name = safe_file_name(std::string(5000, 'x') + ".pdf");
  EXPECT_LE(name.size(), 200U);
  EXPECT_TRUE(name.ends_with("x.pdf"));
  EXPECT_LE(safe_file_name("a." + std::string(5000, 'x')).size(), 200U);
}

TEST(PlaceDownload, ANameThatIsTakenGetsANumber) {
  store::MemoryFileSystem files;
  ASSERT_TRUE(files.make_directories("/d"));
  Names paths;
  for (std::string_view text : {"1", "2", "3"}) {
    ASSERT_TRUE(files.write_new("/d/guid", text));
    auto placed = place_download(files, "/d/guid", "/d", "a.tar.gz");
    ASSERT_TRUE(placed);
    EXPECT_EQ(*files.read(*placed), text);
    paths.push_back(*placed);
  }
  EXPECT_EQ(paths, (Names{"/d/a.tar.gz", "/d/a (1).tar.gz", "/d/a (2).tar.gz"}));
  EXPECT_FALSE(*files.exists("/d/guid"));
}

TEST(PlaceDownload, AFailureLeavesTheFileWhereItWas) {
  store::MemoryFileSystem memory;
  ASSERT_TRUE(memory.make_directories("/d"));
  ASSERT_TRUE(memory.write_new("/d/guid", "x"));
  for (std::size_t step = 1; step <= 3; ++step) {
    store::FaultyFileSystem files{memory};
    files.fail_at(step);
    EXPECT_FALSE(place_download(files, "/d/guid", "/d", "a")) << step;
    EXPECT_EQ(*memory.list("/d"), Names{"guid"}) << step;
  }
}

TEST(PlaceDownload, OnlyTheOwnerReadsIt) {
  store::TempDir dir;
  store::PosixFileSystem files;
  ASSERT_TRUE(files.write_new(dir / "guid", "x"));
  ASSERT_EQ(::chmod((dir / "guid").c_str(), 0644), 0);
  auto placed = place_download(files, dir / "guid", dir.path(), "a");
  ASSERT_TRUE(placed);
  struct stat status{};
  ASSERT_EQ(::stat(placed->c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
}

}  // namespace
}  // namespace oc::browser
