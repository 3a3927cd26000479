// stamp: an answer about a page says which page, in which mode, when: four lines before a text, a first
// member `state` in JSON, and _meta for machines. Inside the lane, so that header and payload are of one
// page; outside sanitize, so that the header stays the first thing in the answer.
#include "base/time_format.h"
#include "dispatch/layer.h"
#include "page/sanitizer.h"

namespace oc::dispatch {
namespace {

using page::sanitize_line;

json::object state_json(const Call& call, std::int64_t captured_at) {
  const browser::PageState& state = *call.page.state;
  return {{"url", sanitize_line(state.url)}, {"title", sanitize_line(state.title)},
          {"mode", word_of(call.page.mode)}, {"capturedAt", captured_at},
          {"tabId", call.tab->id()},         {"loaderId", state.loader_id},
          {"revision", state.revision}};
}

std::string header_text(const Call& call, std::int64_t captured_at) {
  const browser::PageState& state = *call.page.state;
  return cat("- Page URL: ", sanitize_line(state.url), "\n- Page Title: ", sanitize_line(state.title),
             "\n- Page Mode: ", word_of(call.page.mode), "\n- Captured At: ", iso8601(captured_at), "\n\n");
}

// The first member, the others behind it as they were.
void put_first(json::object& body, json::object state) {
  json::object stamped;
  stamped.reserve(body.size() + 1);
  stamped["state"] = std::move(state);
  for (auto& member : body) stamped[member.key()] = std::move(member.value());
  body = std::move(stamped);
}

}  // namespace

Task<Result<ToolOutput>> stamp_page_state(Services& services, Call& call, Next next) {
  auto outcome = co_await next(call);
  // The page went elsewhere while it was read: once more, with the new one.
  if (!outcome && outcome.error().code == ErrorCode::page_changed &&
      call.tool.effect_of(call.arguments) == Effect::observation) {
    call.page = {};
    outcome = co_await next(call);
  }
  if (!call.page.state || !services.pages.state_header) co_return outcome;
  std::int64_t captured_at = call.tab->captured_at(services.clock.now_ms());
  if (!outcome) {
    outcome.error().state = state_json(call, captured_at);
    co_return outcome;
  }
  outcome->meta["openchrome/page"] = state_json(call, captured_at);
  if (auto* text = std::get_if<std::string>(&outcome->body)) text->insert(0, header_text(call, captured_at));
  if (auto* data = std::get_if<json::value>(&outcome->body); data && data->is_object())
    put_first(data->get_object(), state_json(call, captured_at));
  co_return outcome;
}

}  // namespace oc::dispatch
