#include "base/listeners.h"

#include <gtest/gtest.h>

#include <string>

namespace oc {
namespace {

TEST(Listeners, AllAreToldInOrderAsLongAsTheyHear) {
  Listeners<int> listeners;
  std::string heard;
  Listening first = listeners.add([&](int number) { heard += "a" + std::to_string(number); });
  Listening second = listeners.add([&](int number) { heard += "b" + std::to_string(number); });
  listeners.tell(1);
  first.reset();
  listeners.tell(2);
  EXPECT_EQ(heard, "a1b1b2");
}

TEST(Listeners, OneMayGoOrComeWhileItIsTold) {
  Listeners<> listeners;
  std::string heard;
  Listening late;
  Listening other;
  Listening first = listeners.add([&] {
    heard += "a";
    other.reset();
    late = listeners.add([&] { heard += "c"; });
  });
  other = listeners.add([&] { heard += "b"; });
  listeners.tell();
  EXPECT_EQ(heard, "a") << "who has gone hears nothing more, who has come hears the next";
  first.reset();
  listeners.tell();
  EXPECT_EQ(heard, "ac");
}

TEST(Listeners, AListenerMayOutliveThem) {
  Listening left;
  {
    Listeners<int> listeners;
    left = listeners.add([](int) {});
  }
  left.reset();
}

}  // namespace
}  // namespace oc
