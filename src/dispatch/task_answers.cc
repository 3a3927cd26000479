#include "dispatch/task_answers.h"

#include "dispatch/recorded_outcome.h"
#include "dispatch/spill.h"
#include "json/parse.h"
#include "ledger/task_ledger.h"

namespace oc::dispatch {
namespace {

// What is stored is not kept for ever: a descriptor is given again only while it is certain to lead
// somewhere.
constexpr std::chrono::minutes kDescribed{30};
constexpr std::size_t kMostDescribed = 1000;

// How the call wished to be answered.
tool::CommonArgs common_of(const tool::Tool& tool, const ledger::TaskRecord& task) {
  auto arguments = json::parse(task.args_summary);
  if (!arguments || !arguments->is_object()) return {};
  auto common = tool::take_common_args(tool.common_names(), arguments->get_object());
  return common ? *common : tool::CommonArgs{};
}

}  // namespace

Task<Result<ToolOutput>> TaskAnswers::of(const tool::Tool& tool, ledger::TaskRecord task, Stop stop) {
  SteadyTime now = services_.clock.steady_now();
  std::erase_if(described_, [&](const auto& entry) { return now - entry.second.at > kDescribed; });
  if (auto found = described_.find(task.task_id); found != described_.end()) co_return found->second.output;
  auto stored = co_await services_.tasks.result(task.task_id, std::move(stop));
  if (!stored) co_return std::unexpected(std::move(stored).error());
  co_return co_await make(tool, task, stored->value_or("null"));
}

Task<Result<ToolOutput>> TaskAnswers::make(const tool::Tool& tool, const ledger::TaskRecord& task,
                                           std::string result) {
  tool::CommonArgs common = common_of(tool, task);
  std::size_t limit = inline_limit(services_, common, std::nullopt);
  bool is_text = result.starts_with('"');
  ToolOutput output;
  if (is_text || result.size() <= limit) {
    auto payload = json::parse(result);
    if (!payload) co_return std::unexpected(std::move(payload).error());
    if (is_text) {
      output = ToolOutput::text(std::string{json::view(payload->get_string())});
    } else if (!payload->is_null()) {
      output = ToolOutput::json(std::move(*payload));
    }
  }
  if (task.beside) put_beside(*task.beside, output);
  const auto* text = std::get_if<std::string>(&output.body);
  if (result.size() <= limit || result == "null" || (text && text->size() <= limit)) co_return output;
  // JSON is stored as the ledger has it.
  outputs::NewOutput payload{.payload = text ? *text : std::move(result),
                             .mime_type = text ? "text/plain" : "application/json",
                             .items_member = tool.spec().items_member,
                             .source_tool = std::string{tool.spec().name}};
  OC_CO_TRY(co_await move_to_store(services_, std::move(payload), common, limit, {}, output));
  if (described_.size() >= kMostDescribed) described_.clear();
  // Somebody else may have asked at the same time, and been answered.
  auto [described, is_new] =
      described_.try_emplace(task.task_id, Described{output, services_.clock.steady_now()});
  co_return described->second.output;
}

}  // namespace oc::dispatch
