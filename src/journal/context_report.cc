#include "journal/context_report.h"

#include <algorithm>

namespace oc::journal {

const json::Record<ToolContext>& ToolContext::record() {
  using json::optional;
  using json::required;
  static const json::Record<ToolContext> fields{
      optional("tool", &ToolContext::tool),
      required("calls", &ToolContext::calls),
      required("output_bytes", &ToolContext::output_bytes),
      required("output_tokens", &ToolContext::output_tokens, "Estimated."),
      required("largest_bytes", &ToolContext::largest_bytes),
  };
  return fields;
}

const json::Record<ContextReport>& ContextReport::record() {
  using json::optional;
  using json::required;
  static const json::Record<ContextReport> fields{
      required("since", &ContextReport::since),
      required("until", &ContextReport::until),
      optional("task_id", &ContextReport::task_id),
      required("total", &ContextReport::total),
      required("tools", &ContextReport::tools, "The largest first."),
      required("truncated", &ContextReport::truncated),
  };
  return fields;
}

void ContextBuilder::add(const json::object& event) {
  if (json::find_string(event, "event") != "tool_call") return;
  auto tool = json::find_string(event, "tool");
  std::int64_t ts = json::find_integer(event, "ts").value_or(0);
  if (!tool || ts < query_.since_ms.value_or(0)) return;
  if (query_.task_id && json::find_string(event, "task_id") != *query_.task_id) return;
  std::int64_t bytes = json::find_integer(event, "output_bytes").value_or(0);
  std::int64_t tokens = json::find_integer(event, "output_tokens").value_or(0);
  for (ToolContext* in : {&total_, &tools_[std::string{*tool}]}) {
    ++in->calls;
    in->output_bytes += bytes;
    in->output_tokens += tokens;
    in->largest_bytes = std::max(in->largest_bytes, bytes);
  }
}

ContextReport ContextBuilder::finish() {
  ContextReport out{
      .since = query_.since_ms.value_or(0), .task_id = query_.task_id, .total = std::move(total_)};
  for (auto& [name, tool] : tools_) {
    tool.tool = name;
    out.tools.push_back(std::move(tool));
  }
  std::ranges::sort(out.tools, {},
                    [](const ToolContext& one) { return std::pair{-one.output_tokens, *one.tool}; });
  return out;
}

}  // namespace oc::journal
