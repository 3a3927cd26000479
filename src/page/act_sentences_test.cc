// The forms of sentence that people write, as steps. The pages for such sentences:
// tests/browser/act_sentences_test.mjs.
#include <gtest/gtest.h>

#include "page/testing/shown_steps.h"

namespace oc::page {
namespace {

void expect_all(std::initializer_list<SentenceCase> cases) {
  for (const SentenceCase& one : cases) EXPECT_EQ(shown_steps(one.instruction), one.steps) << one.instruction;
}

TEST(ActSentences, PressTakesAKeyOrTheNameOfAnElement) {
  expect_all({
      {"press Submit", "click [Submit]"},
      {"hit submit", "click [submit]"},
      {"press login", "click [login]"},
      {"press the OK button", "click [OK button]"},
      {"press on Save", "click [Save]"},
      {"press Add to cart", "click [Add to cart]"},
      {"press Delete", "press =Delete"},
      {"press Escape", "press =Escape"},
      {"press the Delete button", "click [Delete button]"},
      {"press the Delete key", "press =Delete"},
      {R"(press "Submit")", "click [<Submit>]"},
      {R"(press "Delete")", "press =Delete or <Delete>"},
      {R"(press "Enter" in Search)", "press [Search] =Enter"},
      {R"(press "Ctrl+A")", "press =Control+a"},
      {R"(press the "Delete" key)", "press =Delete"},
      {"press x", "press =x"},
      {"press the X", "click [X]"},
      {"press Cancel in the dialog", "click [Cancel in the dialog]"},
      {"press the back arrow", "click [back arrow]"},
      {"press the left arrow", "press =ArrowLeft"},
      {"press the Billing tab", "click [Billing tab]"},
      {"press Enter to search", "press =Enter or <Enter to search>"},
  });
}

TEST(ActSentences, MoreVerbsThatPeopleUse) {
  expect_all({
      {"push the Save button", "click [Save button]"},
      {R"(put "Ada" into Name)", "type [Name] =Ada"},
      {R"(change Country to "France")", "fill [Country] =France"},
      {R"(update the quantity to 3)", "fill [quantity] =3"},
      {R"(In the first name field, type "Ada")", "type [first name field] =Ada"},
      {"In Size, choose Medium", "select [Size] +Medium"},
      {"From the Size dropdown, select Medium", "select [Size dropdown] +Medium"},
      {"enter test@x.org for email", "type [email] =test@x.org"},
  });
}

TEST(ActSentences, PlainWordsThatMayNameAFieldAreNotTyped) {
  for (std::string_view one :
       {"type hello to my friends", "enter email test@x.org", "type Name: Ada", "type Name = Ada",
        "write hello as comment", "type Ada on the keyboard", "enter Ada under Name"})
    EXPECT_TRUE(shown_steps(one).contains("in quotes")) << one << ": " << shown_steps(one);
}

TEST(ActSentences, TheWholePhraseOfAClickIsTheTarget) {
  expect_all({
      {"click Edit in the row of Ada Cruz", "click [Edit in the row of Ada Cruz]"},
      {"click the Cancel button in Order 73", "click [Cancel button in Order 73]"},
      {R"(click the button in the dialog box labeled "OK")", "click [<OK> button in the dialog box]"},
      {R"(click the Save button in the dialog labeled "Settings")",
       "click [Save button in the dialog labeled <Settings>]"},
      {R"(click on the link "Prices")", "click [link <Prices>]"},
      {R"(click the "ok" button.)", "click [<ok> button]"},
      {"click on Tab #2.", "click [Tab #2]"},
      {"Click button ONE, then click button TWO.", "click [button ONE] | click [button TWO]"},
      {R"(click "A" and "B")", "click [<A>] | click [<B>]"},
      {R"(click the "A", "B" and "C" buttons)",
       "click [<A> button] | click [<B> button] | click [<C> button]"},
      {"click Save, print", "click [Save, print]"},
      {"triple-click the 2nd paragraph", "triple_click [2nd paragraph]"},
      {"triple click on Title", "triple_click [Title]"},
      {"highlight the text in the 3rd paragraph", "triple_click [3rd paragraph]"},
      {"Highlight the text in the paragraph below and click submit.",
       "triple_click [paragraph] | click [submit]"},
      {"focus into the 2nd text box", "focus [2nd text box]"},
      {"focus into the 3rd input textbox", "focus [3rd textbox]"},
      {R"(For the user @ada, click on the "Reply" button.)", "click [<Reply> button for @ada]"},
      {"In the Settings dialog, click Save", "click [Save in Settings dialog]"},
      {R"(click the "Menu" button, and then find and click on the item labeled "Print")",
       "click [<Menu> button] | click [item labeled <Print>]"},
  });
}

TEST(ActSentences, OpeningAndClosing) {
  expect_all({
      {"close", "close"},
      {"close it", "close"},
      {"close the dialog", "close [dialog]"},
      {R"(Close the dialog box by clicking the "x".)", "close [dialog box]"},
      {R"(close the dialog by clicking "Cancel")", "click [<Cancel> in the dialog]"},
      {"click the X to close the dialog", "close [dialog]"},
      {"click Save to close the dialog", "click [Save to close the dialog]"},
      {"dismiss the cookie banner", "close [cookie banner]"},
      {"click Save and close", "click [Save and close]"},
      {"click Save and close the dialog", "click [Save] | close [dialog]"},
      {"expand the section below and click submit", "expand | click [submit]"},
      {"expand the Billing section", "expand [Billing]"},
      {R"(expand the section "Billing")", "expand [<Billing>]"},
      {"expand the tree item Documents", "expand [tree item Documents]"},
      {"expand the Documents tree item", "expand [Documents]"},
      {R"(collapse "Section 3")", "collapse [<Section 3>]"},
      {"collapse the menu", "collapse"},
      {"open the File menu", "open [File menu]"},
      {"open the Billing tab", "open [Billing tab]"},
      {R"(open "Report.pdf")", "open [<Report.pdf>]"},
      {R"(open the "Settings" page)", "open [<Settings>]"},
      {"open example.org", "go =example.org or <example.org>"},
      {R"(open "https://example.org/a")", "go =https://example.org/a"},
      {R"(open the form by clicking "New")", "click [<New>]"},
      {"switch to the Billing tab", "click [Billing tab]"},
      {"go to the Billing tab", "click [Billing tab]"},
      {"switch off Sound", "uncheck [Sound]"},
      {R"(submit the form by clicking "Send")", "click [<Send>]"},
      {"click the submit button", "click [submit button]"},
  });
}

TEST(ActSentences, ChoosingWithoutAList) {
  expect_all({
      {R"(select "Large")", "select +<Large>"},
      {"Select KzL and click Submit.", "select +KzL | click [Submit]"},
      {"Select Ab, 4r, tQ and click Submit.", "select +Ab +4r +tQ | click [Submit]"},
      {"select a, b and c", "select +a +b +c"},
      {R"(select "a" and "b")", "select +<a> +<b>"},
      {"select the option Large", "select +Large"},
      {"select the 1st checkbox", "select +1st checkbox"},
      {R"(select the "Large" radio button)", "select +<Large> radio button"},
      {"select the Large radio button in Size", "select +Large radio button in Size"},
      {"select ref_7", "select [#ref_7]"},
      {"select File > Export > PDF", "select >File >Export >PDF"},
      {"choose File → Print from the menu", "select >File >Print"},
      {"Select all the checkboxes and press OK", "check all | click [OK]"},
      {"uncheck all checkboxes", "uncheck all"},
      {R"(deselect "Newsletter")", "uncheck [<Newsletter>]"},
      {"enable the dark mode", "check [dark mode]"},
      {"scroll down until you see Prices", "scroll [Prices] =into_view"},
      {"scroll until you see Prices", "scroll [Prices] =into_view"},
      {"scroll 500 pixels down", "scroll =down 500px"},
      {"scroll two pages up", "scroll =up 2pages"},
      {"click into the Name field", "click [Name field]"},
      {"check the Milk and Bread checkboxes", "check [Milk] | check [Bread]"},
      {"check the boxes for Milk and Bread", "check [Milk] | check [Bread]"},
      {"uncheck Milk, Tea and Bread boxes", "uncheck [Milk] | uncheck [Tea] | uncheck [Bread]"},
      {"wait for the results to load", "wait appear [results]"},
  });
}

TEST(ActSentences, ChoosingInAList) {
  expect_all({
      {"select Spain from the list and click Submit", "select [list] +Spain | click [Submit]"},
      {"Select Ann, Bob from the scroll list", "select [scroll list] +Ann +Bob"},
      {"Choose 5ft 9in from the dropdown, then click the button labeled \"No\".",
       "select [dropdown] +5ft 9in | click [button labeled <No>]"},
      {R"(choose "L" from Size and "Red" from Colour)", "select [Size] +L | select [Colour] +Red"},
      {"Select 4 with the slider and hit Submit.", "select [slider] +4 | click [Submit]"},
      {"select -5 with the spinner", "select [spinner] +-5"},
      {R"(select "#aabbcc" with the color picker)", "select [color picker] +#aabbcc"},
      {R"(use the dropdown to select "Large")", "select [dropdown] +Large"},
      {"Select 12/05/2016 as the date and hit submit.", "fill [date] =12/05/2016 | click [submit]"},
      {"choose the date 12/05/2016 and hit submit", "fill [date] =12/05/2016 | click [submit]"},
      {R"(pick "Red" as the color)", "fill [color] =Red"},
  });
}

TEST(ActSentences, CheckingSeveral) {
  expect_all({
      {R"(check "a" and "b")", "check [<a>] | check [<b>]"},
      {"check a, b and c", "check [a] | check [b] | check [c]"},
      {"check a, b, and c", "check [a] | check [b] | check [c]"},
      {"check Terms and Conditions", "check [Terms and Conditions]"},
      {R"(check the "a" and "b" checkboxes)", "check [<a> checkbox] | check [<b> checkbox]"},
      {R"(check the boxes "a" and "b")", "check [<a> box] | check [<b> box]"},
      {R"(check "a" and "b" in the Toppings group)",
       "check [<a> in the Toppings group] | check [<b> in the Toppings group]"},
      {"uncheck a, b in the Toppings group",
       "uncheck [a in the Toppings group] | uncheck [b in the Toppings group]"},
      {R"(check both "a" and "b")", "check [<a>] | check [<b>]"},
      {R"(check ref_1, ref_2)", "check [#ref_1] | check [#ref_2]"},
      {"Check the 2nd radio button and enter the number \"27\" into the 1st textbox.",
       "check [2nd radio button] | type [1st textbox] =27"},
  });
}

TEST(ActSentences, SeveralFieldsInOneSentence) {
  expect_all({
      {R"(fill in the username field with "x" and the password field with "y")",
       "fill [username field] =x | fill [password field] =y"},
      {R"(fill in "First name" with "Ada", "Last name" with "Cruz")",
       "fill [<First name>] =Ada | fill [<Last name>] =Cruz"},
      {R"(enter the username "x" and the password "y")", "fill [username] =x | fill [password] =y"},
      {R"(Enter the username "x" and the password "y" into the text fields and press login.)",
       "fill [username] =x | fill [password] =y | click [login]"},
      {R"(enter username "x" and password "y" in the Admin form)",
       "fill [username in the Admin form] =x | fill [password in the Admin form] =y"},
      {R"(enter "x" as the username and "y" as the password)", "type [username] =x | type [password] =y"},
      {R"(type "x" in the first field and "y" in the second)",
       "type [first field] =x | type [second field] =y"},
      {R"(fill out the form with name "Ada", email "a@b.c" and phone "12")",
       "fill [name] =Ada | fill [email] =a@b.c | fill [phone] =12"},
      {R"(fill in name: "Ada" and email: "a@b.c")", "fill [name] =Ada | fill [email] =a@b.c"},
      {"set Volume to 30 and Brightness to 50", "fill [Volume] =30 | fill [Brightness] =50"},
      {R"(Enter the password "x" into both text fields and press submit.)",
       "fill both [text field] =x | click [submit]"},
      {R"(log in with username ada and password x9 and press login)",
       "fill [username] =ada | fill [password] =x9 | click [login]"},
      {R"(log in with the email "a@b.c" and the password "y")",
       "fill [email] =a@b.c | fill [password] =y | submit =log in"},
  });
}

TEST(ActSentences, CourtesyAndTimes) {
  expect_all({
      {"Can you click the Save button please?", "click [Save button]"},
      {"I want you to click Save", "click [Save]"},
      {"click Next twice", "click [Next] | click [Next]"},
      {"click on the Next button 3 times", "click [Next button] | click [Next button] | click [Next button]"},
      {"In Country pick Germany", "select [Country] +Germany"},
      {"From the Size dropdown choose \"Large\"", "select [Size dropdown] +<Large>"},
      {"log in as ada with password x9", "fill [username] =ada | fill [password] =x9 | submit =log in"},
      {R"(login as "ada" with the password "pw" and press Go)",
       "fill [username] =ada | fill [password] =pw | click [Go]"},
      {"press the Delete", "press =Delete or <Delete>"},
  });
}

TEST(ActSentences, WordsAboutATextAreNotTheText) {
  for (std::string_view one :
       {"type 5 digits into Name", "type Ada twice into Name", "type ADA to lowercase into Name",
        "type same as Name into Nick", "type random letters into Name", "type today's date into Day",
        "type Ada, Bob into Name", "type Ada into Name, Email"})
    EXPECT_TRUE(shown_steps(one).contains("in quotes")) << one << ": " << shown_steps(one);
}

TEST(ActSentences, OneField) {
  expect_all({
      {R"(enter "x" into the text field and press "Submit")", "type [text field] =x | click [<Submit>]"},
      {R"(enter the name "Ada" then press "Agree")", "fill [name] =Ada | click [<Agree>]"},
      {R"(enter your name "Ada")", "fill [your name] =Ada"},
      {R"(type the word "Ada")", "type =Ada"},
      {R"(append "x" to Name)", "append [Name] =x"},
      {R"(append "x" at the end of the Notes field)", "append [Notes field] =x"},
      {"Enter 03/11/2015 as the date and hit submit.", "type [date] =03/11/2015 | click [submit]"},
      {"Enter March 11, 2015 as the date", "type [date] =March 11, 2015"},
      {"Enter 8:22 AM as the time and press submit.", "type [time] =8:22 AM | click [submit]"},
      {R"(Type "Ab" in all lower case letters in the text input)", "type [text input] =ab"},
      {R"(type "Ab" in capital letters)", "type =AB"},
      {R"(type "in" in the "In" box)", "type [<In> box] =in"},
      {R"(use the textbox to enter "tea" and press "Search", then find and click the 3rd search result)",
       "fill [textbox] =tea | click [<Search>] | click [3rd search result]"},
      {R"(search for "tea")", "fill [search field] =tea | press =Enter"},
      {R"(search for "tea" and press Search)", "fill [search field] =tea | click [Search]"},
      {R"(search for "tea" in the Products box)", "fill [Products box] =tea | press =Enter"},
      {R"(search the catalogue for "tea")", "fill [catalogue] =tea | press =Enter"},
      {R"(search for "tea", then Enter)", "fill [search field] =tea | press =Enter"},
      {R"(Scroll to the bottom of the textarea, enter the name "Lee" then press "Agree")",
       "scroll [textarea] =bottom | fill [name] =Lee | click [<Agree>]"},
  });
}

TEST(ActSentences, AnErrorSaysWhatToWriteInstead) {
  for (const SentenceCase& one : std::initializer_list<SentenceCase>{
           {"find the email by Ada", "click"},
           {"Copy the text in the textarea below", "press Ctrl+C"},
           {"log into the site", "log in with username"},
           {"sign out", "click \"Sign out\""},
           {"move A up by one", "drag \"A\" to \"B\""},
           {"open a new tab", "tabs_create"},
           {"type the code below into Code", "into"},
           {R"(In the dialog, click A and click B)", "Say it in the step"},
       }) {
    auto steps = parse_steps(one.instruction);
    ASSERT_FALSE(steps) << one.instruction;
    EXPECT_NE(steps.error().hint.find(one.steps), std::string::npos)
        << one.instruction << ": " << steps.error().hint;
  }
}

}  // namespace
}  // namespace oc::page
