#include "outputs/output_store.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "store/testing/memory_file_system.h"

namespace oc::outputs {
namespace {

struct OutputStoreTest : testing::Test {
  testing_support::Loop loop;
  FakeClock clock{1'779'194'096'789};
  store::MemoryFileSystem disk;
  WorkerPool pool;

  OutputStore open(OutputOptions options = {}) { return {disk, pool, clock, loop.log, "/output", options}; }
  std::string keep(OutputStore& store, std::string payload) {
    auto kept =
        loop.run(store.keep({.payload = std::move(payload), .mime_type = "text/plain", .source_tool = "t"}));
    return kept ? kept->record.output_handle : std::string{kept.error().word()};
  }
  std::string fetch(OutputStore& store, std::string handle) {
    auto page = loop.run(store.page(std::move(handle), {}, {}));
    return page ? std::string{json::view(page->content.as_string())} : std::string{page.error().word()};
  }
};

TEST_F(OutputStoreTest, AHandleHoldsOverARestart) {
  OutputStore first = open();
  std::string handle = keep(first, "words");
  OutputStore second = open();
  EXPECT_EQ(fetch(second, handle), "words");
  EXPECT_EQ(loop.run(second.list({}))->size(), 1U);
}

TEST_F(OutputStoreTest, ItExpires) {
  OutputStore store = open({.ttl_ms = 1000});
  std::string handle = keep(store, "words");
  clock.advance(std::chrono::milliseconds{999});
  EXPECT_EQ(fetch(store, handle), "words");
  clock.advance(std::chrono::milliseconds{1});
  EXPECT_EQ(fetch(store, handle), "output_handle_not_found");
  loop.run(store.sweep({}));
  EXPECT_TRUE(disk.list("/output").value().empty());
}

TEST_F(OutputStoreTest, TheOldestGoWhenThereIsTooMuch) {
  OutputStore store = open({.max_bytes = 25});
  std::vector<std::string> handles;
  for (int i = 0; i < 3; ++i) {
    handles.push_back(keep(store, "0123456789"));
    clock.advance(std::chrono::milliseconds{1});
  }
  EXPECT_EQ(fetch(store, handles[0]), "output_handle_not_found");
  EXPECT_EQ(fetch(store, handles[2]), "0123456789");
  EXPECT_EQ(keep(store, std::string(26, 'x')), "storage_failed");
}

TEST_F(OutputStoreTest, AllAtOnceUpToALimit) {
  OutputStore store = open();
  std::string handle = keep(store, "words");
  EXPECT_EQ(loop.run(store.whole(handle, 5, {}))->payload, "words");
  EXPECT_EQ(loop.run(store.whole(handle, 4, {})).error().code, ErrorCode::unsupported);
}

TEST_F(OutputStoreTest, SweepingEndsWithItsStop) {
  OutputStore store = open({.sweep_every = std::chrono::milliseconds{1}});
  StopSource stop;
  loop.post([&] { stop.request(StopReason::shutdown); });
  loop.run(store.sweep_until(stop.stop()));
}

}  // namespace
}  // namespace oc::outputs
