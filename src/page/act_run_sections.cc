// How sections, menus and dialogs are opened and closed: by what says that it does so, and only when it
// is not done already.
// Tested by: tests/browser/act_test.mjs and act_sentences_test.mjs
#include <algorithm>
#include <array>

#include "base/text.h"
#include "page/act_run.h"

namespace oc::page {
namespace {

bool has_state(const Match& match, std::string_view state) {
  return std::ranges::find(match.states, state) != match.states.end();
}

std::string words_of(const Match& match) {
  return cat(match.role, match.name.empty() ? "" : cat(" \"", shorten(match.name, 80), "\""), " [", match.ref,
             "]");
}

std::vector<std::string> section_roles() {
  return {"button",   "disclosure", "tab",     "treeitem", "link",         "row",
          "menuitem", "clickable",  "heading", "combobox", "columnheader", "listitem"};
}

constexpr std::string_view kNoMenu = ":not([role=combobox]):not([aria-haspopup]):not(input)";

std::string sections_in(bool expanded) {
  return expanded ? cat("[aria-expanded=true]", kNoMenu, ", details[open] > summary:first-of-type")
                  : cat("[aria-expanded=false]", kNoMenu, ", details:not([open]) > summary:first-of-type");
}

// The only section that is not as wanted; without one, the only section.
Task<Result<Match>> only_section(browser::Tab& tab, bool expand, Stop stop) {
  auto others = co_await seen_by_css(tab, sections_in(!expand), stop);
  if (!others) co_return std::unexpected(std::move(others).error());
  for (Match& other : *others) other.states = {expand ? "collapsed" : "expanded"};
  if (!others->empty()) co_return only_one("the section", *others);
  auto done = co_await seen_by_css(tab, sections_in(expand), stop);
  if (!done) co_return std::unexpected(std::move(done).error());
  for (Match& other : *done) other.states = {expand ? "expanded" : "collapsed"};
  co_return only_one("the section", *done);
}

Task<Result<Match>> section_meant(browser::Tab& tab, const Step& step, Stop stop) {
  bool expand = step.verb == Verb::expand;
  if (!step.target.given()) co_return co_await only_section(tab, expand, stop);
  if (step.target.kind == TargetKind::words)
    co_return co_await meant_by(tab, step.target.text, section_roles(), stop);
  auto element = co_await locate(tab, act_target(step.target), stop);
  if (!element) co_return std::unexpected(std::move(element).error());
  for (bool expanded : {true, false}) {
    std::string css = cat("[aria-expanded=", expanded ? "true" : "false", "], ", sections_in(expanded));
    auto sections = co_await seen_by_css(tab, std::move(css), stop);
    if (!sections) co_return std::unexpected(std::move(sections).error());
    for (Match& section : *sections) {
      if (section.ref != element->ref) continue;
      section.states = {expanded ? "expanded" : "collapsed"};
      co_return section;
    }
  }
  co_return Match{.ref = element->ref, .role = "element", .name = {}};
}

// Does the page say now that the section is so? Where it no longer says anything, it is believed.
Task<bool> is_still(browser::Tab& tab, std::string ref, bool expanded, Stop stop) {
  std::string css = cat("[aria-expanded=", expanded ? "true" : "false", "], ", sections_in(expanded));
  auto sections = co_await seen_by_css(tab, std::move(css), stop);
  co_return sections&& std::ranges::any_of(*sections,
                                           [&](const Match& section) { return section.ref == ref; });
}

// Names of what closes a thing.
bool is_close_name(std::string_view name, std::string_view what) {
  constexpr std::array<std::string_view, 9> kNames{"close", "×", "✕", "✖", "✗", "x", "dismiss", "⨯", "╳"};
  std::string folded = lower(trim(name));
  if (std::ranges::find(kNames, folded) != kNames.end()) return true;
  std::string thing = lower(what);
  std::erase(thing, '"');
  return folded == "close dialog" || folded == "close modal" || folded == "close popup" ||
         (!thing.empty() && (folded == cat("close ", thing) || folded == cat("dismiss ", thing)));
}

constexpr std::string_view kInDialogs =
    ":is(dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]) :is(button, a, [role=button], "
    "[role=link])";

// "the dialog", "the popup", nothing: whichever is open.
bool is_any_dialog(std::string_view words) {
  constexpr std::array<std::string_view, 11> kNouns{"",        "dialog",       "dialog box", "popup",
                                                    "pop-up",  "modal",        "window",     "box",
                                                    "overlay", "modal dialog", "it"};
  return std::ranges::find(kNouns, lower(words)) != kNouns.end();
}

void keep_closing(std::vector<Match>& matches, std::string_view what) {
  std::erase_if(matches,
                [&](const Match& match) { return !match.visible || !is_close_name(match.name, what); });
}

}  // namespace

Task<Result<Deed>> run_open(Scene scene, Step step, Stop stop) {
  if (step.target.kind == TargetKind::words) {
    auto found = co_await meant_by(scene.tab, step.target.text, {}, stop);
    if (!found) co_return std::unexpected(std::move(found).error());
    if (has_state(*found, "expanded"))
      co_return Deed{.line = cat("Left ", words_of(*found), " as it is: expanded"),
                     .element = {.ref = found->ref}};
    step.target = {TargetKind::ref, found->ref};
  }
  co_return co_await click(scene, act_target(step.target), {}, true, stop);
}

Task<Result<Deed>> run_expand(Scene scene, Step step, Stop stop) {
  bool expand = step.verb == Verb::expand;
  auto section = co_await section_meant(scene.tab, step, stop);
  if (!section) co_return std::unexpected(std::move(section).error());
  std::string_view wanted = expand ? "expanded" : "collapsed";
  if (has_state(*section, wanted))
    co_return Deed{.line = cat("Left ", words_of(*section), " as it is: ", wanted),
                   .element = {.ref = section->ref}};
  if (!has_state(*section, expand ? "collapsed" : "expanded")) {
    co_return fail(ErrorCode::unsupported,
                   cat(words_of(*section), " does not say whether it is expanded or collapsed"),
                   cat("If a click does it, write: click ", section->ref));
  }
  auto clicked = co_await click(scene, {.element = {.ref = section->ref}}, {}, true, stop);
  if (!clicked || clicked->left_page || scene.tab.dialogs().open()) co_return clicked;
  bool still = co_await is_still(scene.tab, section->ref, !expand, stop);
  if (still) {
    co_return fail(ErrorCode::value_not_kept,
                   cat(words_of(*section), " was clicked and is still ", expand ? "collapsed" : "expanded"));
  }
  clicked->line = cat(expand ? "Expanded " : "Collapsed ", words_of(*section));
  co_return clicked;
}

// The one visible control that is named as what closes things, in the dialog or in what was named.
Task<Result<Deed>> run_close(Scene scene, Step step, Stop stop) {
  if (step.target.kind == TargetKind::ref || step.target.kind == TargetKind::selector)
    co_return co_await click(scene, act_target(step.target), {}, true, stop);
  const std::string& what = step.target.text;
  std::vector<Match> found;
  if (is_any_dialog(what)) {
    auto inside = co_await seen_by_css(scene.tab, std::string{kInDialogs}, stop);
    if (!inside) co_return std::unexpected(std::move(inside).error());
    found = std::move(*inside);
    keep_closing(found, what);
  }
  if (found.empty()) {
    std::string place = what.empty() ? "" : cat(" in the ", what);
    for (std::string_view name : {"Close", "×", "✕", "X", "Dismiss"}) {
      FindOptions options{.roles = {"button", "link", "clickable", "image"}};
      auto matches =
          co_await find_elements(scene.tab, cat("\"", name, "\"", place), std::move(options), stop);
      if (!matches) co_return std::unexpected(std::move(matches).error());
      std::erase_if(matches->matches, [](const Match& match) { return match.sure == 0; });
      keep_closing(matches->matches, what);
      for (Match& match : matches->matches) {
        bool known = std::ranges::any_of(found, [&](const Match& one) { return one.ref == match.ref; });
        if (!known) found.push_back(std::move(match));
      }
    }
  }
  auto button = only_one(cat("what closes ", what.empty() ? "it" : cat("the ", what)), found);
  if (!button) {
    Error error = std::move(button).error();
    error.hint = "Name the button: click \"…\", or press Escape";
    co_return std::unexpected(std::move(error));
  }
  co_return co_await click(scene, {.element = {.ref = button->ref}}, {}, true, stop);
}

}  // namespace oc::page
