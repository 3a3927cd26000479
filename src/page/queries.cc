// Tested by: the scripts' own tests and
// tests/browser/{find,content}_test.mjs
#include "page/queries.h"

#include "page/element_objects.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

// Scripts count refs; answers spell them.
void spell_refs(json::value& value) {
  if (json::array* items = value.if_array()) {
    for (json::value& item : *items) spell_refs(item);
  } else if (json::object* members = value.if_object()) {
    if (json::value* ref = members->if_contains("ref")) {
      if (auto number = json::as_integer(*ref)) *ref = ref_word(*number);
    }
  }
}

}  // namespace

Task<Result<ScriptAnswer>> query_dom(browser::Tab& tab, DomQuery query, Stop stop) {
  json::object args{{"limit", query.limit}, {"includeHidden", !query.drop_hidden}};
  if (!query.css.empty()) args["css"] = query.css;
  if (!query.xpath.empty()) args["xpath"] = query.xpath;
  if (query.attributes) {
    json::array& names = (args["attributes"] = json::array{}).as_array();
    for (const std::string& name : *query.attributes) names.emplace_back(name);
  }
  (void)co_await open_closed_roots(tab, tab.target_id(), stop);
  auto answer = co_await run_script(tab, scripts::kQueryDom, std::move(args), stop);
  if (!answer) co_return answer;
  if (json::value* elements = answer->value.as_object().if_contains("elements")) spell_refs(*elements);
  co_return answer;
}

Task<Result<ScriptAnswer>> html_content(browser::Tab& tab, ElementTarget target, bool outer,
                                        std::size_t max_bytes, Stop stop) {
  json::object args{{"outer", outer}, {"maxBytes", max_bytes}};
  std::string frame_id;
  if (target.given()) {
    auto resolved = resolve(tab, target);
    if (!resolved) co_return std::unexpected(std::move(resolved).error());
    for (const auto& member : resolved->args) args[member.key()] = member.value();
    frame_id = resolved->frame_id;
  }
  co_return co_await run_script(tab, scripts::kHtmlContent, std::move(args), stop, frame_id);
}

Task<Result<ScriptAnswer>> extract_data(browser::Tab& tab, Extraction what, Stop stop) {
  json::object args{{"schema", what.schema}, {"multiple", what.multiple}, {"maxItems", what.max_items}};
  if (!what.selector.empty()) args["selector"] = what.selector;
  co_return co_await run_script(tab, scripts::kExtractData, std::move(args), stop);
}

Task<Result<ScriptAnswer>> page_summary(browser::Tab& tab, std::size_t text_bytes, Stop stop) {
  co_return co_await run_script(tab, scripts::kPageSummary, {{"textBytes", text_bytes}}, stop);
}

Task<Result<browser::PageState>> page_state(browser::Tab& tab, Stop stop) {
  auto answer = co_await run_script(tab, scripts::kNothing, {}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return std::move(answer->state);
}

}  // namespace oc::page
