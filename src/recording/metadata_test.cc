#include "recording/metadata.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/process.h"

namespace oc::recording {
namespace {

TEST(Metadata, ComesBackAsItWasWritten) {
  Metadata metadata{.recording_id = "r", .label = "l", .workspace = "w", .started_at = 5, .tool_calls = 3};
  metadata.ended_by = EndedBy::max_actions;
  auto again = Metadata::record().decode(Metadata::record().encode(metadata));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->ended_by, EndedBy::max_actions);
  EXPECT_EQ(again->tool_calls, 3);
  EXPECT_EQ(again->ended_at, std::nullopt);
}

TEST(Metadata, ARecordingWhoseServerIsGoneWasInterrupted) {
  Metadata metadata{.owner_pid = getpid(),
                    .owner_start = static_cast<std::int64_t>(process_start_ticks(getpid()).value())};
  EXPECT_EQ(metadata.status(), "recording");
  metadata.owner_start += 1;
  EXPECT_EQ(metadata.status(), "interrupted");
  metadata.ended_at = 7;
  EXPECT_EQ(metadata.status(), "ended");
}

}  // namespace
}  // namespace oc::recording
