#include "page/markdown_form.h"

#include <gtest/gtest.h>

namespace oc::page {
namespace {

std::string control(std::string_view html) {
  HtmlTree tree = HtmlTree::parse(html);
  return control_text(tree.body().below().front());
}

TEST(ControlText, ShowsWhatIsWritten) {
  EXPECT_EQ(control("<input value='Ada L.'>"), "[Ada L.]");
  EXPECT_EQ(control("<input placeholder=Name>"), "[Name]");
  EXPECT_EQ(control("<input>"), "[…]");
  EXPECT_EQ(control("<textarea>a\nb</textarea>"), "[a b]");
  EXPECT_EQ(control("<input type=file>"), "[file]");
}

TEST(ControlText, ShowsWhatIsChosen) {
  EXPECT_EQ(control("<input type=checkbox checked>"), "[x]");
  EXPECT_EQ(control("<input type=checkbox>"), "[ ]");
  EXPECT_EQ(control("<input type=radio checked>"), "(x)");
  EXPECT_EQ(control("<select><option>a<option selected>b</select>"), "[a / ✓ b]");
  EXPECT_EQ(
      control("<select><option>1<option>2<option>3<option>4<option>5<option>6<option>7<option>8<option>9"),
      "[1, 9 options]");
}

TEST(ControlText, KeepsSecretsAndButtonsOut) {
  EXPECT_EQ(control("<input type=password value=secret>"), "[…]");
  EXPECT_EQ(control("<input type=hidden value=x>"), "");
  EXPECT_EQ(control("<input type=submit value=Go>"), "");
}

}  // namespace
}  // namespace oc::page
