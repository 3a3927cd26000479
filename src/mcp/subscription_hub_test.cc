#include "mcp/subscription_hub.h"

#include <gtest/gtest.h>

namespace oc::mcp {
namespace {

TEST(SubscriptionHub, OnlyWhatWasWantedIsHeard) {
  SubscriptionHub hub;
  ChangeFilter filter{.tools = true, .resource_uris = {"a:b"}};
  std::vector<std::string> heard;
  auto subscription = hub.add([&]() -> const ChangeFilter& { return filter; },
                              [&](std::string_view method, json::object) { heard.emplace_back(method); });
  hub.tools_changed();
  hub.prompts_changed();
  hub.resource_updated("a:b");
  hub.resource_updated("a:c");
  EXPECT_EQ(heard, (std::vector<std::string>{"notifications/tools/list_changed",
                                             "notifications/resources/updated"}));
}

TEST(SubscriptionHub, AListenerMayEndItsSubscriptionWhileHearing) {
  SubscriptionHub hub;
  ChangeFilter filter{.tools = true};
  SubscriptionHub::Subscription subscription;
  int heard = 0;
  subscription = hub.add([&]() -> const ChangeFilter& { return filter; },
                         [&](std::string_view, json::object) {
                           ++heard;
                           subscription.reset();
                         });
  hub.tools_changed();
  hub.tools_changed();
  EXPECT_EQ(heard, 1);
  EXPECT_EQ(hub.size(), 0U);
}

}  // namespace
}  // namespace oc::mcp
