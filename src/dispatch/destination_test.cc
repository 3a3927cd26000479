#include "dispatch/destination.h"

#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::look;
using tool::samples::press;

TEST(Destination, IsTheWholeAddressOfAToolThatGoesSomewhere) {
  EXPECT_EQ(destination_of(call_of(press(), {{"url", "x.org/a"}})), "https://x.org/a");
  EXPECT_EQ(destination_of(call_of(press(), {{"url", "http://x.org/"}})), "http://x.org/");
  for (const char* word : {"back", "forward", "reload", ""})
    EXPECT_EQ(destination_of(call_of(press(), {{"url", word}})), std::nullopt) << word;
  EXPECT_EQ(destination_of(call_of(press(), {})), std::nullopt);
  EXPECT_EQ(destination_of(call_of(look(), {{"url", "x.org"}})), std::nullopt);
}

}  // namespace
}  // namespace oc::dispatch
