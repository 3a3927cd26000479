// Tested by: tests/browser/act_test.mjs and act_sentences_test.mjs
#include "page/act_run.h"

#include <algorithm>

#include "base/text.h"
#include "page/queries.h"

namespace oc::page {
namespace {

constexpr int kMostElements = 200;
constexpr int kMostCandidates = 12;
constexpr std::size_t kCandidatesListed = 5;

// A frame may be slow; what it holds may be what is meant.
constexpr std::chrono::seconds kFrameTime{8};

Task<Result<std::vector<Match>>> seen(browser::Tab& tab, DomQuery query, Stop stop) {
  query.limit = kMostElements;
  query.attributes = std::vector<std::string>{};
  auto answer = co_await query_dom(tab, std::move(query), stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  std::vector<Match> out;
  const json::array* list = json::find_array(answer->value.as_object(), "elements");
  for (std::size_t i = 0; list && i < list->size(); ++i) {
    const json::object& item = (*list)[i].as_object();
    if (!json::find_bool(item, "visible").value_or(false)) continue;
    out.push_back({.ref = json::text_of(item, "ref"),
                   .role = json::text_of(item, "role"),
                   .name = json::text_of(item, "name"),
                   .is_placed = false});
  }
  co_return out;
}

}  // namespace

std::vector<std::string> choice_roles() {
  return {"radio",    "checkbox", "switch",   "option", "tab", "menuitemradio", "menuitemcheckbox",
          "menuitem", "treeitem", "gridcell", "row"};
}

std::vector<std::string> pressed_roles() {
  return {"button", "link",   "clickable", "disclosure", "menuitem",
          "tab",    "switch", "option",    "treeitem",   "image"};
}

ActTarget act_target(const StepTarget& target, std::vector<std::string> roles) {
  switch (target.kind) {
    case TargetKind::ref:
      return {.element = {.ref = target.text}};
    case TargetKind::selector:
      return {.element = {.selector = target.text}};
    case TargetKind::words:
    case TargetKind::none:
      break;
  }
  return {.query = target.text, .roles = std::move(roles)};
}

ActTarget any_target(const StepTarget& target) {
  ActTarget out = act_target(target);
  out.any_kind = true;
  return out;
}

Task<Result<Match>> meant_by(browser::Tab& tab, std::string words, std::vector<std::string> roles,
                             Stop stop) {
  FindOptions options{.limit = kMostCandidates, .roles = std::move(roles), .frame_time = kFrameTime};
  auto found = co_await find_elements(tab, words, std::move(options), stop);
  if (!found) co_return std::unexpected(std::move(found).error());
  co_return decide(words, *found);
}

Task<Result<std::vector<Match>>> seen_by_css(browser::Tab& tab, std::string css, Stop stop) {
  return seen(tab, {.css = std::move(css), .xpath = {}}, std::move(stop));
}

Task<Result<std::vector<Match>>> seen_by_xpath(browser::Tab& tab, std::string xpath, Stop stop) {
  return seen(tab, {.css = {}, .xpath = std::move(xpath)}, std::move(stop));
}

Result<Match> only_one(std::string_view words, const std::vector<Match>& matches) {
  if (matches.size() == 1) return matches.front();
  if (matches.empty())
    return fail(ErrorCode::element_not_found, cat("nothing on the page is certainly '", words, "'"));
  json::array candidates;
  for (const Match& match : matches) {
    if (candidates.size() < kCandidatesListed) candidates.emplace_back(match_line(match));
  }
  Error error{ErrorCode::ambiguous_target, cat(matches.size(), " elements fit '", words, "' equally well")};
  error.details = json::object{{"candidates", std::move(candidates)}};
  return std::unexpected(std::move(error));
}

void add_deed(Deed& all, Deed more) {
  if (all.line.empty()) {
    all = std::move(more);
    return;
  }
  all.line += cat("; ", more.line);
  std::erase_if(all.effects, [](const std::string& line) { return line.starts_with(kNoChange); });
  for (std::string& effect : more.effects) all.effects.push_back(std::move(effect));
  all.element = std::move(more.element);
  all.left_page = all.left_page || more.left_page;
}

}  // namespace oc::page
