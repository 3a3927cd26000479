// What stands behind the verb of a step: one function per form of sentence. Each completes the step at the
// end of `steps`, which has its verb already, and adds more where the sentence means several; or fails with
// what it expected. act_grammar says which step it was.
#pragma once
#include "page/act_grammar.h"
#include "page/act_tokens.h"

namespace oc::page {

// act_step.cc
Result<void> parse_target(Tokens rest, Steps& steps);     // hover over Products
Result<void> parse_click(Tokens rest, Steps& steps);      // click "A" and "B"
Result<void> parse_press(Tokens rest, Steps& steps);      // press Tab 3 times, press Submit
Result<void> parse_open(Tokens rest, Steps& steps);       // open example.org, open the File menu
Result<void> parse_close(Tokens rest, Steps& steps);      // close the dialog by clicking the "x"
Result<void> parse_expand(Tokens rest, Steps& steps);     // expand the Billing section
Result<void> parse_switch(Tokens rest, Steps& steps);     // switch to the Billing tab, switch on Sound
Result<void> parse_highlight(Tokens rest, Steps& steps);  // highlight the text in the 2nd paragraph
Result<void> parse_submit(Tokens rest, Steps& steps);     // submit the login form
Result<void> parse_drag(Tokens rest, Steps& steps);       // drag "A" to "B"
Result<void> parse_upload(Tokens rest, Steps& steps);     // upload "a.pdf" to CV

// act_fields.cc
Result<void> parse_type(Tokens rest, Steps& steps);    // type "x" into Name, enter the name "x"
Result<void> parse_append(Tokens rest, Steps& steps);  // append "x" to Name
Result<void> parse_fill(Tokens rest, Steps& steps);    // fill in A with "x" and B with "y"
Result<void> parse_set(Tokens rest, Steps& steps);     // set A to "x"
Result<void> parse_use(Tokens rest, Steps& steps);     // use the textbox to enter "x"
Result<void> parse_search(Tokens rest, Steps& steps);  // search for "x"
Result<void> parse_login(Tokens rest, Steps& steps);
Result<void> parse_login_as(Tokens rest, Steps& steps);  // log in with username "x" and password "y"
Result<void> parse_clear(Tokens rest, Steps& steps);

// act_choices.cc
Result<void> parse_select(Tokens rest, Steps& steps);  // select "A" and "B" in Tags, select "A"
Result<void> parse_check(Tokens rest, Steps& steps);   // check a, b and c
Result<void> parse_toggle(Tokens rest, Steps& steps);  // toggle on Sound, toggle Sound off

// act_motion.cc
Result<void> parse_scroll(Tokens rest, Steps& steps);  // scroll the list to the bottom
Result<void> parse_wait(Tokens rest, Steps& steps);    // wait until "Loading" is gone
Result<void> parse_go(Tokens rest, Steps& steps);      // go to example.org, go back
Result<void> parse_visit(Tokens rest, Steps& steps);   // visit example.org
Result<void> parse_reload(Tokens rest, Steps& steps);

// Takes an address from the words; false when they are none.
bool put_address(Tokens words, Step& step);

// One more step of the same verb, for a sentence that means several.
Step& add_step(Steps& steps);
// One step for each target of a list, the first of them in the last step.
Result<void> put_targets(Tokens tokens, Steps& steps);

}  // namespace oc::page
