// held: an answer of a tab in observe mode tells which of its requests were held back instead of sent. Inside
// the lane, so that each is told by one call; outside guard, so that they are told also when the page that
// made them may not be shown.
#include "base/time_format.h"
#include "browser/browser.h"
#include "dispatch/layer.h"
#include "json/redact.h"
#include "page/sanitizer.h"

namespace oc::dispatch {
namespace {

constexpr std::size_t kShownUrlBytes = 300;

using Untold = browser::WriteBarrier::Untold;

// A page chose the address; it must neither break a line nor carry a secret further.
std::string address_of(const browser::HeldRequest& request) {
  return shorten(page::sanitize_line(json::redact_text(request.url)), kShownUrlBytes);
}

std::string size_of(const browser::HeldRequest& request) {
  return request.body_bytes < 0 ? "size unknown" : cat(request.body_bytes, " bytes");
}

void add_lines(const Untold& held, std::vector<std::string>& notes) {
  if (held.dropped > 0) notes.push_back(cat("[observe] held ", held.dropped, " earlier requests"));
  for (const browser::HeldRequest& request : held.requests)
    notes.push_back(cat("[observe] held ", page::sanitize_line(request.method), " ", address_of(request),
                        " (", size_of(request), ")"));
}

json::array json_of(const Untold& held) {
  json::array out;
  for (const browser::HeldRequest& request : held.requests) {
    json::object one{{"method", page::sanitize_line(request.method)},
                     {"url", address_of(request)},
                     {"at", iso8601(request.ts_ms)}};
    if (request.body_bytes >= 0) one["bytes"] = request.body_bytes;
    out.push_back(std::move(one));
  }
  return out;
}

// Of the tab, and of workers that belong to no tab alone.
Untold take_untold(Services& services, browser::Tab& tab) {
  Untold out = services.browser.worker_barrier().take_untold();
  Untold own = tab.barrier().take_untold();
  out.requests.insert(out.requests.end(), own.requests.begin(), own.requests.end());
  out.dropped += own.dropped;
  return out;
}

void tell(Error& error, const Untold& held) {
  if (error.details.is_null()) error.details = json::object{};
  if (error.details.is_object()) error.details.as_object()["held"] = json_of(held);
}

void tell(ToolOutput& output, const Untold& held) {
  output.meta["openchrome/held"] = json_of(held);
  add_lines(held, output.notes);
}

}  // namespace

Task<Result<ToolOutput>> report_held_writes(Services& services, Call& call, Next next) {
  auto outcome = co_await next(call);
  if (!call.tab) co_return outcome;
  Untold held = take_untold(services, *call.tab);
  if (held.requests.empty()) co_return outcome;
  if (outcome) {
    tell(*outcome, held);
  } else {
    tell(outcome.error(), held);
  }
  co_return outcome;
}

}  // namespace oc::dispatch
