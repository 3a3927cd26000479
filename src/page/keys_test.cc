#include "page/keys.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

TEST(Keys, CharactersHaveTheKeyThatTypesThem) {
  EXPECT_EQ(key_for_character('a')->code, "KeyA");
  EXPECT_EQ(key_for_character('a')->number, 65);
  EXPECT_FALSE(key_for_character('a')->shifted);
  EXPECT_EQ(key_for_character('Z')->code, "KeyZ");
  EXPECT_TRUE(key_for_character('Z')->shifted);
  EXPECT_EQ(key_for_character('@')->code, "Digit2");
  EXPECT_EQ(key_for_character('@')->text, "@");
  EXPECT_EQ(key_for_character(' ')->code, "Space");
}

TEST(Keys, EveryPrintableCharacterHasOne) {
  for (char c = ' '; c <= '~'; ++c) {
    auto key = key_for_character(c);
    ASSERT_TRUE(key) << c;
    EXPECT_EQ(key->text, std::string(1, c));
    EXPECT_GT(key->number, 0) << c;
  }
  EXPECT_FALSE(key_for_character('\n'));
  EXPECT_FALSE(key_for_character('\xc3'));
}

TEST(Keys, NamesInAnyCaseAndCommonForm) {
  for (std::string_view name : {"Enter", "enter", "RETURN"})
    EXPECT_EQ(key_by_name(name)->key, "Enter") << name;
  for (std::string_view name : {"ArrowDown", "down", "arrow_down"})
    EXPECT_EQ(key_by_name(name)->key, "ArrowDown") << name;
  EXPECT_EQ(key_by_name("PageDown")->number, 34);
  EXPECT_EQ(key_by_name("f12")->key, "F12");
  EXPECT_FALSE(key_by_name("hyper"));
}

TEST(Keys, WhatTheBrowserTakesForItselfIsRefused) {
  for (std::string_view text :
       {"Ctrl+W", "ctrl+shift+w", "Alt+F4", "Ctrl+T", "Ctrl+N", "Ctrl+Tab", "Ctrl+PageDown"}) {
    auto checked = check_for_page(*parse_chord(text));
    ASSERT_FALSE(checked) << text;
    EXPECT_EQ(checked.error().code, ErrorCode::unsupported);
  }
  for (std::string_view text :
       {"w", "Shift+W", "Alt+W", "Ctrl+B", "Ctrl+U", "F4", "Tab", "Shift+Tab", "PageDown"})
    EXPECT_TRUE(check_for_page(*parse_chord(text))) << text;
}

TEST(Keys, Chords) {
  auto chord = parse_chord("Ctrl+Shift+k");
  ASSERT_TRUE(chord);
  EXPECT_EQ(chord->modifiers, kControl | kShift);
  EXPECT_EQ(chord->key.key, "K");
  EXPECT_EQ(parse_chord("Ctrl+A")->key.key, "a");
  EXPECT_EQ(parse_chord("Ctrl+A")->modifiers, kControl);
  EXPECT_EQ(parse_chord("Shift+A")->key.key, "A");
  EXPECT_EQ(parse_chord("A")->modifiers, kShift);
  EXPECT_EQ(parse_chord("Ctrl++")->key.key, "+");
  EXPECT_EQ(parse_chord("Ctrl++")->modifiers, kControl | kShift);
  EXPECT_EQ(parse_chord("+")->key.key, "+");
  EXPECT_EQ(parse_chord("Ctrl+A")->modifiers, kControl) << "not Ctrl+Shift+A, which is another command";
  EXPECT_EQ(parse_chord("Ctrl+A")->key.key, "a");
  EXPECT_EQ(parse_chord("A")->modifiers, kShift);
  EXPECT_EQ(parse_chord("cmd + a")->modifiers, kMeta);
  EXPECT_EQ(parse_chord("shift")->key.key, "Shift");
}

TEST(Keys, WhatIsNoKeyIsNamed) {
  for (std::string_view text : {"", "  ", "Ctrl+", "Foo+a", "Ctrl+Foo", "Enterr"}) {
    auto chord = parse_chord(text);
    ASSERT_FALSE(chord) << text;
    EXPECT_EQ(chord.error().code, ErrorCode::invalid_arguments);
  }
  EXPECT_NE(parse_chord("Foo+a").error().message.find("'Foo'"), std::string::npos);
}

TEST(Keys, SeveralChordsWithSpacesBetween) {
  auto chords = parse_chords("Tab Tab  Ctrl+Enter");
  ASSERT_TRUE(chords);
  ASSERT_EQ(chords->size(), 3U);
  EXPECT_EQ((*chords)[2].modifiers, kControl);
  EXPECT_FALSE(parse_chords(" "));
}

TEST(Keys, ModifiersOfAClick) {
  EXPECT_EQ(*parse_modifiers(""), 0);
  EXPECT_EQ(*parse_modifiers("ctrl+shift"), kControl | kShift);
  EXPECT_FALSE(parse_modifiers("ctrl+x"));
}

}  // namespace
}  // namespace oc::page
