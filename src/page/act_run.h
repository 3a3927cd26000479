// The parts of act_runner: how the steps of each family are performed. Not for use elsewhere.
#pragma once
#include "page/act_grammar.h"
#include "page/hands.h"

namespace oc::page {

// Roles of what is chosen by itself, and of what else can be pressed.
std::vector<std::string> choice_roles();
std::vector<std::string> pressed_roles();

ActTarget act_target(const StepTarget& target, std::vector<std::string> roles = {});
// The words may mean what cannot be operated: a paragraph, a column.
ActTarget any_target(const StepTarget& target);

// The one element that the words mean, among these roles.
Task<Result<Match>> meant_by(browser::Tab& tab, std::string words, std::vector<std::string> roles, Stop stop);

// Elements of the main frame that can be seen, by a CSS selector or an XPath expression; at most 200.
Task<Result<std::vector<Match>>> seen_by_css(browser::Tab& tab, std::string css, Stop stop);
Task<Result<std::vector<Match>>> seen_by_xpath(browser::Tab& tab, std::string xpath, Stop stop);

// `words` is what was asked for; one match is the answer, none and several are errors.
Result<Match> only_one(std::string_view words, const std::vector<Match>& matches);

// One answer for a step that did several things.
void add_deed(Deed& all, Deed more);

// act_run_fields.cc
Task<Result<Deed>> run_fill(Scene scene, Step step, Stop stop);
Task<Result<Deed>> run_type(Scene scene, Step step, Stop stop);
Task<Result<Deed>> run_append(Scene scene, Step step, Stop stop);
Task<Result<Deed>> run_clear(Scene scene, Step step, Stop stop);
Task<Result<Deed>> run_submit(Scene scene, Step step, Stop stop);

// act_run_choices.cc
Task<Result<Deed>> run_select(Scene scene, Step step, Stop stop);
Task<Result<Deed>> run_check(Scene scene, Step step, Stop stop);

// act_run_sections.cc
Task<Result<Deed>> run_open(Scene scene, Step step, Stop stop);
Task<Result<Deed>> run_close(Scene scene, Step step, Stop stop);
Task<Result<Deed>> run_expand(Scene scene, Step step, Stop stop);  // expand and collapse

// act_run_wait.cc
Task<Result<Deed>> run_wait(Scene scene, Step step, Stop stop);

}  // namespace oc::page
