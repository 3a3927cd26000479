#include "page/act_grammar.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/json.h"
#include "page/testing/shown_steps.h"

namespace oc::page {
namespace {

void expect_all(std::initializer_list<SentenceCase> cases) {
  for (const SentenceCase& one : cases) EXPECT_EQ(shown_steps(one.instruction), one.steps) << one.instruction;
}

TEST(ActGrammar, ClicksAndTheirLike) {
  expect_all({
      {R"(click "Sign in")", "click [<Sign in>]"},
      {"click the Sign in button", "click [Sign in button]"},
      {"Click on Save", "click [Save]"},
      {"CLICK SAVE", "click [SAVE]"},
      {"click Go", "click [Go]"},
      {"click A", "click [A]"},
      {"tap Menu", "click [Menu]"},
      {"left-click Menu", "click [Menu]"},
      {"double-click row 3", "double_click [row 3]"},
      {"double click on row 3", "double_click [row 3]"},
      {"doubleclick row 3", "double_click [row 3]"},
      {"right-click the picture", "right_click [picture]"},
      {"right click on ref_7", "right_click [#ref_7]"},
      {"hover over Products", "hover [Products]"},
      {"hover Products", "hover [Products]"},
      {"focus Search", "focus [Search]"},
      {"focus on the Search field", "focus [Search field]"},
      {"clear Search", "clear [Search]"},
      {"clear", "clear"},
      {"submit", "submit"},
      {"submit the form", "submit"},
      {"submit the login form", "submit [login form]"},
      {R"(click the "Save" button)", "click [<Save> button]"},
      {R"(click "Edit" in the row "Ada")", "click [<Edit> in the row <Ada>]"},
      {"click Save please", "click [Save]"},
      {"click Buy now", "click [Buy now]"},
      {"click Don't save", "click [Don't save]"},
      {"click Mr. Smith", "click [Mr. Smith]"},
      {"click Load more...", "click [Load more...]"},
      {"click Save, print", "click [Save, print]"},
      {"click Save and close", "click [Save and close]"},
      {"click Now and Then", "click [Now and Then]"},
      {"click Straße öffnen", "click [Straße öffnen]"},
  });
}

TEST(ActGrammar, TargetsByRefAndSelector) {
  expect_all({
      {"click ref_12", "click [#ref_12]"},
      {"click element ref_12", "click [#ref_12]"},
      {"click [ref_12]", "click [#ref_12]"},
      {"click [ref=ref_12]", "click [#ref_12]"},
      {"click `ref_12`", "click [#ref_12]"},
      {R"(click "ref_12")", "click [<ref_12>]"},
      {"click ref_x", "click [ref_x]"},
      {"click `#save > button`", "click [{#save > button}]"},
      {"click the `.a, .b; then`", "click [{.a, .b; then}]"},
      {"click css=#save", "click [{#save}]"},
      {"click css=form > input", "click [{form > input}]"},
      {R"(click css=input[name="a; b"])", R"(click [{input[name="a; b"]}])"},
      {R"(type "x" into `input[name=q]`)", "type [{input[name=q]}] =x"},
      {R"(type "x" into ref_3)", "type [#ref_3] =x"},
  });
}

TEST(ActGrammar, Typing) {
  expect_all({
      {R"(type "ada@x.org" into Email)", "type [Email] =ada@x.org"},
      {R"(type "ada@x.org" in the "Email" field)", "type [<Email> field] =ada@x.org"},
      {R"(type "x")", "type =x"},
      {"type hello", "type =hello"},
      {R"(type "rock and roll")", "type =rock and roll"},
      {"enter Ada in the name field", "type [name field] =Ada"},
      {"enter Ada Lovelace into Name", "type [Name] =Ada Lovelace"},
      {"type made in Germany into Origin", "type [Origin] =made in Germany"},
      {R"(type "log in" in the Sign in name field)", "type [Sign in name field] =log in"},
      {R"(enter the text "a b" into Note)", "type [Note] =a b"},
      {R"(type in "a" into B)", "type [B] =a"},
      {R"(write 'it''s' into Note)",
       "error: step 1 (write 'it''s' into Note): expected into, not 's', after the text"},
      {R"(write 'it's' into Note)", "type [Note] =it's"},
      {R"(input "5" in Amount)", "type [Amount] =5"},
      {R"(type "" into Name)", "type [Name]"},
      {R"(type "say \"hi\"\n\tC:\dir\\" into Note)", "type [Note] =say \"hi\"\n\tC:\\dir\\"},
      {"type “a, then b. c; d” into Note", "type [Note] =a, then b. c; d"},
      {"type ‘a’ into Note", "type [Note] =a"},
      {"type «a and click b» into Note", "type [Note] =a and click b"},
      {"type \"two\nlines\" into Note", "type [Note] =two\nlines"},
      {"type `a \\n b` into Note", "type [Note] =a \\n b"},
      {"fill Email with x@y", "fill [Email] =x@y"},
      {R"(fill in "First name" with "Ada")", "fill [<First name>] =Ada"},
      {R"(fill the field with notes with "a with b")", "fill [field with notes] =a with b"},
      {R"(fill "x" into Email)", "fill [Email] =x"},
      {"set Country to France", "fill [Country] =France"},
      {R"(set Time to leave to "9 to 5")", "fill [Time to leave] =9 to 5"},
      {R"(set ref_4 to the value "7")", "fill [#ref_4] =7"},
  });
}

TEST(ActGrammar, Choosing) {
  expect_all({
      {R"(select "France" in Country)", "select [Country] +France"},
      {"choose Large from Size", "select [Size] +Large"},
      {"pick Large in Size", "select [Size] +Large"},
      {R"(select "A" and "B" in Tags)", "select [Tags] +A +B"},
      {R"(select "A", "B", and "C" from the Tags list)", "select [Tags list] +A +B +C"},
      {R"(select the option "A" for Tags)", "select [Tags] +A"},
      {R"(select the "A" option in Tags)", "select [Tags] +A"},
      {"select Sign in from Page in use", "select [Page in use] +Sign in"},
      {"check Remember me", "check [Remember me]"},
      {"check Terms and Conditions", "check [Terms and Conditions]"},
      {"tick the box", "check [box]"},
      {"untick Newsletter", "uncheck [Newsletter]"},
      {"uncheck Newsletter", "uncheck [Newsletter]"},
      {"toggle off Sound", "uncheck [Sound]"},
      {"toggle Sound on", "check [Sound]"},
      {"turn on Dark mode", "check [Dark mode]"},
      {"switch off Dark mode", "uncheck [Dark mode]"},
      {R"(upload "/tmp/a b.pdf" to CV)", "upload [CV] +/tmp/a b.pdf"},
      {R"(upload the files "a" and "b" to Attachments)", "upload [Attachments] +a +b"},
      {"upload /tmp/a.pdf to the CV field", "upload [CV field] +/tmp/a.pdf"},
      {"drag Card 1 to Done", "drag [Card 1] to [Done]"},
      {R"(drag "A to Z" onto "B")", "drag [<A to Z>] to [<B>]"},
      {"drag ref_1 onto ref_2", "drag [#ref_1] to [#ref_2]"},
  });
}

TEST(ActGrammar, Keys) {
  expect_all({
      {"press Enter", "press =Enter"},
      {"press the Enter key", "press =Enter"},
      {"hit return", "press =Enter"},
      {"press Ctrl+Shift+K", "press =Control+Shift+K"},
      {"press ctrl + a", "press =Control+a"},
      {"press Shift+Tab twice", "press =Shift+Tab 2x"},
      {"press Tab 3 times", "press =Tab 3x"},
      {"press Tab three times in Search", "press [Search] =Tab 3x"},
      {"press page down", "press =PageDown"},
      {"press the down arrow", "press =ArrowDown"},
      {"press Enter in the Search field", "press [Search field] =Enter"},
      {R"(press "a")", "press =a or <a>"},
      {"press the Save button", "click [Save button]"},
      {"press Tab and Enter", "press =Tab | press =Enter"},
      {"press Ctrl+A, Delete", "press =Control+a | press =Delete"},
      {"press Ctrl+C then Escape", "press =Control+c | press =Escape"},
      {R"(type "x" in Search, then Enter)", "type [Search] =x | press =Enter"},
  });
}

TEST(ActGrammar, Scrolling) {
  expect_all({
      {"scroll down", "scroll =down 1pages"},
      {"scroll up 3 pages", "scroll =up 3pages"},
      {"scroll down a page", "scroll =down 1pages"},
      {"scroll right by 300 px", "scroll =right 300px"},
      {"scroll down 300px", "scroll =down 300px"},
      {"scroll down twice", "scroll =down 2pages"},
      {"scroll to the footer", "scroll [footer] =into_view"},
      {"scroll down to Prices", "scroll [Prices] =into_view"},
      {"scroll Prices into view", "scroll [Prices] =into_view"},
      {"scroll to the bottom", "scroll =bottom"},
      {"scroll to the top of the page", "scroll =top"},
      {"scroll to the end of the list", "scroll [list] =bottom"},
      {"scroll the list to the bottom", "scroll [list] =bottom"},
      {"scroll the list down 2 pages", "scroll [list] =down 2pages"},
      {"scroll the page down", "scroll =down 1pages"},
      {"scroll down in the list", "scroll [list] =down 1pages"},
      {"scroll down 2 pages in `#log`", "scroll [{#log}] =down 2pages"},
      {"scroll all the way down", "scroll =bottom"},
      {R"(scroll to "Get in touch")", "scroll [<Get in touch>] =into_view"},
  });
}

TEST(ActGrammar, Waiting) {
  expect_all({
      {R"(wait for "Done")", "wait appear =Done"},
      {R"(wait for the text "Done" to appear)", "wait appear =Done"},
      {R"(wait until "Loading" is gone)", "wait gone =Loading"},
      {R"(wait for "Loading" to disappear)", "wait gone =Loading"},
      {"wait for the Save button", "wait appear [Save button]"},
      {"wait until the spinner disappears", "wait gone [spinner]"},
      {"wait for `.done`", "wait appear [{.done}]"},
      {"wait for ref_3 to go away", "wait gone [#ref_3]"},
      {"wait for 2 seconds", "wait time 2000ms"},
      {"wait 1.5 s", "wait time 1500ms"},
      {"wait 500ms", "wait time 500ms"},
      {"wait a second", "wait time 1000ms"},
      {"wait for the page to load", "wait load"},
      {"wait until the page has loaded", "wait load"},
  });
}

TEST(ActGrammar, Going) {
  expect_all({
      {"go to example.org/x", "go =example.org/x"},
      {"go to example.org.", "go =example.org"},
      {"navigate to the URL https://example.org/a;b?c=d,e", "go =https://example.org/a;b?c=d,e"},
      {"open https://example.org", "go =https://example.org"},
      {"visit localhost", "go =localhost"},
      {"visit localhost:8080", "go =localhost:8080"},
      {"go back", "go =back"},
      {"go back 2 pages", "go =back 2x"},
      {"go forward", "go =forward"},
      {"reload", "go =reload"},
      {"refresh the page", "go =reload"},
  });
}

TEST(ActGrammar, StepsAreDivided) {
  expect_all({
      {R"(type "x" into Search and press Enter)", "type [Search] =x | press =Enter"},
      {"click A; click B;click C", "click [A] | click [B] | click [C]"},
      {"click A, then click B then click C", "click [A] | click [B] | click [C]"},
      {"click A. Then click B. Finally, reload.", "click [A] | click [B] | go =reload"},
      {R"(click "A". click "B".)", "click [<A>] | click [<B>]"},
      {"click A, type b into C, and check D", "click [A] | type [C] =b | check [D]"},
      {"1. click A\n2. click B\n\n3) reload", "click [A] | click [B] | go =reload"},
      {"1. click A 2. click B", "click [A] | click [B]"},
      {"1. click Chapter 2.\n2. click B", "click [Chapter 2] | click [B]"},
      {"click A 2", "click [A 2]"},
      {"click Chapter 2. click B", "click [Chapter 2] | click [B]"},
      {"- click A\r\n* click B\n• click C", "click [A] | click [B] | click [C]"},
      {"Step 1: click A\nStep 2: click B", "click [A] | click [B]"},
      {"Please click A, now click B and then please reload", "click [A] | click [B] | go =reload"},
      {"First click A. After that, click B.", "click [A] | click [B]"},
      {"could you click A", "click [A]"},
      {"scroll down and click More", "scroll =down 1pages | click [More]"},
      {"double-click A and right-click B", "double_click [A] | right_click [B]"},
      {R"(click "A and click B, then reload; x. y")", "click [<A and click B, then reload; x. y>]"},
  });
}

TEST(ActGrammar, KeepsTheWordsOfEachStep) {
  auto steps = parse_steps("1. Please type \"x\" into  Search, then press Enter.");
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->size(), 2U);
  EXPECT_EQ((*steps)[0].source, "type \"x\" into  Search");
  EXPECT_EQ((*steps)[1].source, "press Enter");
}

struct BadCase {
  std::string_view instruction;
  std::string_view part;  // of the message
};

TEST(ActGrammar, NothingIsGuessed) {
  for (const BadCase& one : std::initializer_list<BadCase>{
           {"", "no step"},
           {" \n . ; ", "no step"},
           {"please", "no step"},
           {"clik Save", "did you mean 'click'?"},
           {"frobnicate Save", "'frobnicate' is not a verb"},
           {"click A. Frobnicate B", "step 2 (Frobnicate B)"},
           {"\"click A\"", "not with a quote"},
           {"click", "expected the name of an element"},
           {"click \"\"", "expected the name of an element"},
           {"click \"  \"", "expected the name of an element"},
           {"click ``", "expected a CSS selector"},
           {"click css=", "expected a CSS selector"},
           {"click \"A", "never closed"},
           {"click “A", "never closed"},
           {"click `A", "never closed"},
           {R"(hover over "A" and "B")", "one element in each step"},
           {"click A and", "something after 'and'"},
           {"press and hold A", "an element, not 'and'"},
           {"type", "the text to type"},
           {"type into Name", "the text to type"},
           {"type a into b into c", "which of them divides"},
           {"type a in b in c", "which of them divides"},
           {R"(type "a" Name)", "expected into"},
           {R"(type "a" into)", "expected the name of an element"},
           {R"(type a "b" into Name)", "the text itself, in quotes"},
           {"type rock and roll", "the text in quotes"},
           {"set the timer to 5 minutes and start it", "the text in quotes"},
           {"fill Name with Cruz, Ada", "the text in quotes"},
           {"set the sliders to the combination 1-2-3", "the text itself, in quotes"},
           {"enter Ada as the first name and Cruz as the last name", "each text in quotes"},
           {"click all the buttons", "one element in each step"},
           {"drag every card to Done", "one element in each step"},
           {"fill Email", "a field, with"},
           {"fill Email with", "expected a text"},
           {"fill a with b with c", "which of them divides"},
           {"set Email", "a field, to"},
           {"select", "what to select"},
           {R"(select "France" when Country)", "expected in or from"},
           {"select all the shades of blue", "each one by its name"},
           {"check all", "each one by its name"},
           {"select A > > B", "a name on each side"},
           {"check Small, Medium, or Large", "joined by 'and'"},
           {R"(check "Small" or "Large")", "one element in each step"},
           {"select Small or Large from Size", "each option in quotes"},
           {"select Red and Blue in Tags", "each option in quotes"},
           {"toggle Sound", "on or off"},
           {"press", "expected a key"},
           {"press the Savve key", "'Savve' is not a key"},
           {"press Ctrl+Foo", "is not a key"},
           {"press Tab 0 times", "from 1 to 100"},
           {"press Tab 1000 times", "from 1 to 100"},
           {"press Tab and", "something after 'and'"},
           {"scroll", "expected up, down"},
           {"scroll sideways", "expected up, down"},
           {"scroll down a bit", "how far"},
           {"scroll down 0 pages", "from 1 to 100"},
           {"scroll down 1.5 pages", "from 1 to 100"},
           {"wait", "what to wait for"},
           {"wait for 31 seconds", "at most 30 seconds"},
           {"wait for 2 hours to pass", "not 'to'"},
           {"wait until Save is enabled", "not 'is'"},
           {"go", "expected an address"},
           {"go to the settings page", "expected an address"},
           {"go back to the list", "a number of pages"},
           {"open", "an address, or what to open"},
           {"open a new tab", "tabs of the browser"},
           {"close the tab", "tabs of the browser"},
           {"switch to the other window", "tabs of the browser"},
           {R"(go to "Settings")", "expected an address"},
           {"expand", "the section, menu or tree item"},
           {"expand all sections", "one section in each step"},
           {"expand the sections below", "one section in each step"},
           {"submit the order", "nothing or a form after submit"},
           {"type the text below into the text field", "the text itself, in quotes"},
           {"type it into the textbox", "the text itself, in quotes"},
           {"enter a message in Chat", "the text itself, in quotes"},
           {R"(enter an item that starts with "x" and ends with "y")", "one pair of quotes"},
           {R"(type hello "x" into Name)", "one pair of quotes"},
           {"append x to Name", "the text in quotes"},
           {"search for tea kettles", "the text to search for, in quotes"},
           {"log in with Google", "fields and their texts"},
           {"fill in the form", "a field, with"},
           {"fill in the form with my data", "the form with fields and their texts"},
           {R"(fill in both fields)", "a field, with"},
           {"use the mouse", "a field, to enter or to select"},
           {"drag A to the 3rd position", "not a position"},
           {"find the email by Ada and click Reply", "'find' is not a verb"},
           {R"(For the user @ada, click "Like" and click Submit)", "stands alone"},
           {"In the dialog, press Enter", "stands alone"},
           {"reload everything", "nothing after reload"},
           {"drag A", "where to drag it"},
           {"drag A to B to C", "which of them divides"},
           {"upload to CV", "to, and the field"},
           {R"(upload "a.pdf")", "to, and the field"},
           {"click A and check", "step 2 (check)"},
       }) {
    auto steps = parse_steps(one.instruction);
    ASSERT_FALSE(steps) << one.instruction << " → " << shown_steps(one.instruction);
    EXPECT_EQ(steps.error().code, ErrorCode::invalid_arguments);
    EXPECT_NE(steps.error().message.find(one.part), std::string::npos)
        << one.instruction << " → " << steps.error().message;
  }
}

TEST(ActGrammar, ErrorsNameTheStepAndAnExample) {
  auto steps = parse_steps("click A\ndrag B");
  ASSERT_FALSE(steps);
  const json::object& details = steps.error().details.as_object();
  EXPECT_EQ(details.at("step").as_int64(), 2);
  EXPECT_EQ(details.at("text").as_string(), "drag B");
  EXPECT_EQ(details.at("example").as_string(), "drag \"Card 1\" to \"Done\"");
  EXPECT_NE(steps.error().hint.find("drag \"Card 1\""), std::string::npos);
}

TEST(ActGrammar, UnknownVerbsListTheKnown) {
  auto steps = parse_steps("scrol down");
  ASSERT_FALSE(steps);
  const json::object& details = steps.error().details.as_object();
  EXPECT_EQ(details.at("nearest").as_string(), "scroll");
  EXPECT_GT(details.at("verbs").as_array().size(), 20U);
  EXPECT_NE(steps.error().hint.find("upload"), std::string::npos);
}

TEST(ActGrammar, Bounds) {
  std::string many;
  for (std::size_t i = 0; i < kMaxSteps; ++i) many += "click A\n";
  EXPECT_EQ(parse_steps(many)->size(), kMaxSteps);
  EXPECT_NE(shown_steps(many + "click A").find("51 steps"), std::string::npos);
  EXPECT_NE(shown_steps("click " + std::string(kMaxInstructionBytes, 'x')).find("bytes"), std::string::npos);
  EXPECT_NE(shown_steps("click \xff").find("UTF-8"), std::string::npos);
  EXPECT_TRUE(parse_steps("click " + std::string(kMaxInstructionBytes - 6, 'x')));
}

}  // namespace
}  // namespace oc::page
