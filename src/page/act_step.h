// What stands behind the verb of a step: one function per form of sentence. Each fills the step, or fails
// with what it expected; act_grammar adds which step it was.
#pragma once
#include "page/act_grammar.h"
#include "page/act_tokens.h"

namespace oc::page {

Result<void> parse_target(Tokens rest, Step& step);   // click "Sign in"
Result<void> parse_type(Tokens rest, Step& step);     // type "x" into Name
Result<void> parse_fill(Tokens rest, Step& step);     // fill Name with "x"
Result<void> parse_set(Tokens rest, Step& step);      // set Name to "x"
Result<void> parse_select(Tokens rest, Step& step);   // select "A" and "B" in Tags
Result<void> parse_toggle(Tokens rest, Step& step);   // toggle on Sound, toggle Sound off
Result<void> parse_press(Tokens rest, Step& step);    // press Tab 3 times
Result<void> parse_scroll(Tokens rest, Step& step);   // scroll the list to the bottom
Result<void> parse_wait(Tokens rest, Step& step);     // wait until "Loading" is gone
Result<void> parse_go(Tokens rest, Step& step);       // go to example.org, go back
Result<void> parse_address(Tokens rest, Step& step);  // visit example.org
Result<void> parse_reload(Tokens rest, Step& step);
Result<void> parse_clear(Tokens rest, Step& step);
Result<void> parse_submit(Tokens rest, Step& step);
Result<void> parse_drag(Tokens rest, Step& step);    // drag "A" to "B"
Result<void> parse_upload(Tokens rest, Step& step);  // upload "a.pdf" to CV

}  // namespace oc::page
