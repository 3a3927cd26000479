#include "app/product_resources.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "journal/journal.h"
#include "outputs/descriptor.h"
#include "outputs/output_store.h"
#include "store/testing/memory_file_system.h"

namespace oc::app {
namespace {

struct ProductResourcesTest : testing::Test {
  testing_support::Loop loop;
  FakeClock clock{1'779'194'096'789};
  store::MemoryFileSystem files;
  WorkerPool pool;
  journal::Journal journal{files, pool, clock, loop.log, loop.executor(), "/journal"};
  outputs::OutputStore outputs{files, pool, clock, loop.log, "/output"};
  tool::Catalog catalog{{}};
  mcp::ResourceSet set{product_resources({catalog, journal, outputs})};

  void TearDown() override { loop.run(journal.close({})); }
};

TEST_F(ProductResourcesTest, EveryListedResourceCanBeRead) {
  for (const mcp::Resource& resource : set.resources()) {
    auto content = loop.run(set.read(resource.uri, {}));
    ASSERT_TRUE(content) << resource.uri;
    EXPECT_FALSE(content->data.empty());
    EXPECT_FALSE(resource.description.empty());
  }
}

TEST_F(ProductResourcesTest, TheJournalIsReadByDay) {
  journal.append(
      journal::JournalEvent::tool_call({.ts_ms = clock.now_ms(), .call_id = "c", .tool = "t"}, {}));
  auto content = loop.run(set.read("openchrome://journal/2026-05-19", {}));
  ASSERT_TRUE(content);
  EXPECT_NE(content->data.find("\"tool\":\"t\""), std::string::npos);
  auto days = loop.run(set.complete("openchrome://journal/{day}", "day", "2026", {}));
  EXPECT_EQ(days, std::vector<std::string>{"2026-05-19"});
}

TEST_F(ProductResourcesTest, NothingElseIsFound) {
  for (std::string uri : {"openchrome://journal/2026-05-20", "openchrome://journal/../token",
                          "openchrome://journal/", "file:///etc/passwd", ""}) {
    EXPECT_EQ(loop.run(set.read(uri, {})).error().code, ErrorCode::resource_not_found) << uri;
  }
}

TEST_F(ProductResourcesTest, AStoredOutputIsReadByItsHandle) {
  auto kept = loop.run(outputs.keep({.payload = "words", .mime_type = "text/plain", .source_tool = "t"}));
  ASSERT_TRUE(kept) << kept.error().message;
  const std::string& handle = kept->record.output_handle;
  auto content = loop.run(set.read(outputs::output_uri(handle), {}));
  ASSERT_TRUE(content) << content.error().message;
  EXPECT_EQ(content->data, "words");
  EXPECT_EQ(loop.run(set.complete("openchrome://output/{handle}", "handle", "oh_", {})),
            std::vector<std::string>{handle});
  for (const char* bad : {"oh_DEADBEEF0000", "../token", ""})
    EXPECT_EQ(loop.run(set.read(outputs::output_uri(bad), {})).error().code, ErrorCode::resource_not_found);
}

}  // namespace
}  // namespace oc::app
