#include "store/bundle.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "store/testing/memory_file_system.h"

namespace oc::store {
namespace {

TEST(Bundle, FilesManifestAndArchiveLieInAFolderOfItsOwn) {
  MemoryFileSystem files;
  Bundle bundle{files, "/home/bundles", "b1"};
  ASSERT_TRUE(bundle.create());
  auto part = bundle.add("dom.html", "abc");
  ASSERT_TRUE(part);
  EXPECT_EQ(part->bytes, 3U);
  EXPECT_EQ(part->sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  auto size = bundle.finish({{"parts", json::array{part->json()}}}, 1'700'000'000'000);
  ASSERT_TRUE(size);
  EXPECT_EQ(*files.list("/home/bundles/b1"),
            (std::vector<std::string>{"b1.tar.gz", "dom.html", "manifest.json"}));
  EXPECT_EQ(files.size(bundle.archive())->value(), *size);
  auto manifest = json::parse(files.read("/home/bundles/b1/manifest.json")->value());
  EXPECT_EQ(manifest->at("parts").at(0).at("name").as_string(), "dom.html");
}

TEST(Bundle, APlaceThatCannotBeWrittenIsAnError) {
  MemoryFileSystem files;
  ASSERT_TRUE(files.write_new("/home", "a file"));
  EXPECT_EQ(Bundle(files, "/home/bundles", "b1").create().error().code, ErrorCode::storage_failed);
}

}  // namespace
}  // namespace oc::store
