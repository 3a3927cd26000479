// spill: an answer that the caller wants stored, or that is longer than anybody should put into a
// conversation, goes to the output store, and the caller gets its descriptor. Outside stamp and sanitize:
// what is stored is what would have been sent, never raw page content. Inside receipt: a receipt holds the
// descriptor. Outside the deadline and the lane: the tab is free while the disk works.
#include "dispatch/layer.h"
#include "dispatch/spill.h"
#include "json/write.h"

namespace oc::dispatch {
namespace {

bool is_longer_than(const ToolOutput& output, std::size_t bytes) {
  if (const auto* text = std::get_if<std::string>(&output.body)) return text->size() > bytes;
  const auto* data = std::get_if<json::value>(&output.body);
  return data && json::is_longer_than(*data, bytes);
}

outputs::NewOutput payload_of(ToolOutput& output, const tool::ToolSpec& spec) {
  outputs::NewOutput payload{.items_member = spec.items_member, .source_tool = std::string{spec.name}};
  if (auto* text = std::get_if<std::string>(&output.body)) {
    payload.payload = std::move(*text);
    payload.mime_type = output.mime_type.empty() ? "text/plain" : output.mime_type;
  } else {
    payload.payload = json::write(std::get<json::value>(output.body));
    payload.mime_type = "application/json";
  }
  return payload;
}

}  // namespace

Task<Result<ToolOutput>> spill_output(Services& services, Call& call, Next next) {
  auto outcome = co_await next(call);
  const tool::ToolSpec& spec = call.tool.spec();
  if (!outcome || spec.is_bounded) co_return outcome;
  if (std::holds_alternative<std::monostate>(outcome->body)) co_return outcome;
  std::size_t limit = inline_limit(services, call.common, outcome->inline_allowance);
  if (limit > 0 && !is_longer_than(*outcome, limit)) co_return outcome;
  OC_CO_TRY(
      co_await move_to_store(services, payload_of(*outcome, spec), call.common, limit, call.id, *outcome));
  co_return outcome;
}

}  // namespace oc::dispatch
