#include "cdp/events.h"

#include <gtest/gtest.h>

namespace oc::cdp {
namespace {

TEST(Events, HandlersAreCalledInTheOrderTheyCame) {
  EventHub hub;
  std::string order;
  auto a = hub.on("x", [&](const json::object&) { order += "a"; });
  auto b = hub.on("x", [&](const json::object&) { order += "b"; });
  auto c = hub.on("y", [&](const json::object&) { order += "c"; });
  hub.emit("x", {});
  EXPECT_EQ(order, "ab");
  a.reset();
  hub.emit("x", {});
  EXPECT_EQ(order, "abb");
}

TEST(Events, AHandlerMayUnsubscribeItselfAndOthers) {
  EventHub hub;
  int second = 0;
  Subscription b;
  Subscription a = hub.on("x", [&](const json::object&) {
    a.reset();
    b.reset();
  });
  b = hub.on("x", [&](const json::object&) { ++second; });
  hub.emit("x", {});
  hub.emit("x", {});
  EXPECT_EQ(second, 0);
}

TEST(Events, ASubscriptionMayOutliveItsHub) {
  Subscription subscription;
  {
    EventHub hub;
    subscription = hub.on("x", [](const json::object&) {});
  }
  subscription.reset();
}

}  // namespace
}  // namespace oc::cdp
