#include "dispatch/deeds.h"

#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::fail_with;
using tool::samples::press;

struct DeedsTest : testing::Test {
  tool::FakeServices fake;
  Error error{ErrorCode::timeout, "late"};
};

TEST_F(DeedsTest, InATabItIsCounted) {
  auto tab = *fake.loop.run(fake.browser.open_tab("default", {}));
  Call call = call_of(press(), {});
  EXPECT_FALSE(has_acted(fake.services, call, error)) << "it has no tab yet";
  call.tab = tab;
  EXPECT_FALSE(has_acted(fake.services, call, error)) << "it was not its turn";
  call.deeds_before = tab->deeds();
  EXPECT_FALSE(has_acted(fake.services, call, error));
  tab->note_deed();
  EXPECT_TRUE(has_acted(fake.services, call, error));
}

TEST_F(DeedsTest, WithoutATabTheCodeTells) {
  Call call = call_of(fail_with(), {});
  EXPECT_TRUE(has_acted(fake.services, call, error));
  error.code = ErrorCode::invalid_arguments;
  EXPECT_FALSE(has_acted(fake.services, call, error));
}

TEST_F(DeedsTest, TheBrowserCountsTabsOpenedAndClosed) {
  std::uint64_t before = fake.browser.deeds();
  auto tab = *fake.loop.run(fake.browser.open_tab("default", {}));
  EXPECT_EQ(fake.browser.deeds(), before + 1);
  ASSERT_TRUE(fake.loop.run(fake.browser.close_tab(tab, {})));
  EXPECT_EQ(fake.browser.deeds(), before + 2);
}

TEST_F(DeedsTest, AnUnknownOutcomeSaysWhatIsKnown) {
  error.details = json::object{{"url", "u"}};
  Error unknown = unknown_outcome(call_of(press(), {}), error);
  EXPECT_EQ(unknown.code, ErrorCode::outcome_unknown);
  EXPECT_NE(unknown.message.find("late"), std::string::npos);
  EXPECT_EQ(unknown.details.at("cause").at("code").as_string(), "timeout");
  EXPECT_EQ(unknown.details.at("cause").at("details").at("url").as_string(), "u");
}

}  // namespace
}  // namespace oc::dispatch
