// Tested by: src/page/scripts/inspect_element_test.html, page_digest_test.html and
// tests/browser/find_test.mjs
#include "page/inspect.h"

#include <map>

#include "base/text.h"
#include "page/element_objects.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr std::int64_t kMostBytes = 32'768;

// "listeners: click ×2, input"
std::string listener_line(const std::vector<EventListener>& listeners) {
  std::map<std::string, int> by_type;
  for (const EventListener& listener : listeners) ++by_type[listener.type];
  std::string out;
  for (const auto& [type, count] : by_type) {
    out += cat(out.empty() ? "" : ", ", type);
    if (count > 1) out += cat(" ×", count);
  }
  return out;
}

Inspection taken(ScriptAnswer answer) {
  const json::object& read = answer.value.as_object();
  return {std::string{json::find_string(read, "text").value_or("")}, std::move(answer.state)};
}

}  // namespace

Task<Result<Inspection>> inspect_element(browser::Tab& tab, ElementTarget target, Stop stop) {
  auto resolved = resolve(tab, target);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = resolved->args;
  args["maxBytes"] = kMostBytes;
  auto answer = co_await run_script(tab, scripts::kInspectElement, std::move(args), stop, resolved->frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  Inspection out = taken(std::move(*answer));
  // What was added with addEventListener only the browser knows; the element's ref stands in the first line.
  std::string_view first = split(out.text, '\n').front();
  std::size_t open = first.find("[ref_");
  std::size_t close = open == std::string_view::npos ? open : first.find(']', open);
  if (close == std::string_view::npos) co_return out;
  auto listeners = co_await listeners_of(
      tab, {.ref = std::string{first.substr(open + 1, close - open - 1)}, .selector = {}}, stop);
  if (listeners && !listeners->empty())
    out.text += cat(out.text.ends_with('\n') ? "" : "\n", "listeners: ", listener_line(*listeners), "\n");
  co_return out;
}

Task<Result<Inspection>> digest(browser::Tab& tab, std::string query, Stop stop) {
  auto answer =
      co_await run_script(tab, scripts::kPageDigest, {{"query", query}, {"maxBytes", kMostBytes}}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return taken(std::move(*answer));
}

}  // namespace oc::page
