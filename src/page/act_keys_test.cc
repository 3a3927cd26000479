#include "page/act_keys.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

std::string chord(std::string_view text) {
  return canonical_chord(text).value_or("(none)");
}

TEST(ActKeys, NamesOfKeys) {
  EXPECT_EQ(chord("enter"), "Enter");
  EXPECT_EQ(chord(" Esc "), "Escape");
  EXPECT_EQ(chord("Page Down"), "PageDown");
  EXPECT_EQ(chord("page-up"), "PageUp");
  EXPECT_EQ(chord("up arrow"), "ArrowUp");
  EXPECT_EQ(chord("F12"), "F12");
  EXPECT_EQ(chord("a"), "a");
  EXPECT_EQ(chord("A"), "A");
  EXPECT_EQ(chord("+"), "+");
  EXPECT_EQ(chord("-"), "-");
  EXPECT_EQ(chord("Shift"), "Shift");
}

TEST(ActKeys, Chords) {
  EXPECT_EQ(chord("Ctrl+K"), "Control+k");
  EXPECT_EQ(chord("shift+ctrl+k"), "Control+Shift+K");
  EXPECT_EQ(chord("Ctrl-Shift-Tab"), "Control+Shift+Tab");
  EXPECT_EQ(chord("cmd + option + i"), "Alt+Meta+i");
  EXPECT_EQ(chord("Ctrl++"), "Control++");
  EXPECT_EQ(chord("Ctrl+-"), "Control+-");
  EXPECT_EQ(chord("Ctrl-Page Down"), "Control+PageDown");
  EXPECT_EQ(chord("Ctrl+Ctrl+a"), "Control+a");
}

TEST(ActKeys, WhatIsNoChord) {
  for (std::string_view text :
       {"", " ", "Foo", "Ctrl+", "Ctrl+Foo", "Foo+a", "a+b", "F0", "F25", "é", "F1x", "ab", "Enter Tab"})
    EXPECT_EQ(chord(text), "(none)") << text;
}

}  // namespace
}  // namespace oc::page
