// observe — what became of queued commands.
// Tested by: tests/extension/commands_test.mjs
#include "bridge/bridge.h"
#include "tool/tool.h"

namespace oc {
namespace tools {

enum class ObserveWhat : std::uint8_t { command_result, pending_commands, failed_commands };

}  // namespace tools

template <>
struct EnumWords<tools::ObserveWhat> {
  static constexpr std::array<std::string_view, 3> words{"command_result", "pending_commands",
                                                         "failed_commands"};
};

namespace tools {
namespace {

using namespace oc::tool;

struct Args {
  ObserveWhat what = ObserveWhat::command_result;
  std::optional<std::string> correlation_id;
  std::int64_t wait_ms = 0;
};

const Record<Args> kParams{
    required("what", &Args::what),
    optional("correlation_id", &Args::correlation_id, "Of command_result."),
    optional("wait_ms", &Args::wait_ms, "Wait so long for its end.").range(0, 25'000),
};

json::object pending_commands(bridge::CommandBroker& broker) {
  json::array pending;
  for (const bridge::Command* command : broker.unfinished()) {
    pending.push_back(json::object{{"correlation_id", command->correlation_id},
                                   {"created_at", command->created_at},
                                   {"command", command->action},
                                   {"state", word_of(command->state)}});
  }
  json::array completed;
  for (const bridge::Command* command : broker.completed()) {
    std::int64_t ended_at = command->ended_at.value_or(0);
    completed.push_back(json::object{{"correlation_id", command->correlation_id},
                                     {"completed_at", ended_at},
                                     {"duration_ms", ended_at - command->created_at}});
  }
  json::array failed;
  for (const auto& failure : broker.failures()) {
    json::object row{{"correlation_id", failure.correlation_id}};
    for (std::string_view name : {"error", "failed_at", "expired_at"}) {
      if (const json::value* value = failure.status.if_contains(name)) row[name] = *value;
    }
    failed.push_back(std::move(row));
  }
  return {
      {"pending", std::move(pending)}, {"completed", std::move(completed)}, {"failed", std::move(failed)}};
}

json::object failed_commands(bridge::CommandBroker& broker) {
  json::array failed;
  for (const auto& failure : broker.failures()) {
    json::object row{{"correlation_id", failure.correlation_id}};
    for (const auto& member : failure.status) row[member.key()] = member.value();
    failed.push_back(std::move(row));
  }
  return {{"failed", std::move(failed)}};
}

Task<Result<ToolOutput>> run(ToolContext& context, Args args) {
  bridge::Bridge& bridge = context.services().bridge;
  OC_CO_TRY(co_await bridge.open(context.stop()));
  if (args.what == ObserveWhat::pending_commands)
    co_return ToolOutput::json(pending_commands(bridge.broker()));
  if (args.what == ObserveWhat::failed_commands) co_return ToolOutput::json(failed_commands(bridge.broker()));
  if (!args.correlation_id)
    co_return fail(ErrorCode::invalid_arguments, "command_result needs correlation_id");
  auto status =
      co_await bridge.result(*args.correlation_id, std::chrono::milliseconds{args.wait_ms}, context.stop());
  if (!status) co_return std::unexpected(std::move(status).error());
  co_return ToolOutput::json(std::move(*status));
}

}  // namespace

const Tool& observe() {
  static const Tool tool{{.name = "observe",
                          .title = "Results of queued commands",
                          .summary = "Tell what became of a command that interact queued, or list them.",
                          .tier = Tier::specialist,
                          .listed = ListedWhen::extension_paired,
                          .effect = Effect::management,
                          .read_only = true},
                         kParams,
                         run};
  return tool;
}

}  // namespace tools
}  // namespace oc
