#include "dispatch/command_runner.h"

#include "base/encoding.h"
#include "base/text.h"
#include "dispatch/deeds.h"

namespace oc::dispatch {
namespace {

constexpr std::string_view kTool = "interact";

json::value as_json(ToolOutput output) {
  tool::fold_notes(output);
  for (const tool::Attachment& attachment : output.attachments) {
    const auto* image = std::get_if<tool::Image>(&attachment);
    if (!image) continue;
    return json::object{{"mime_type", image->mime_type},
                        {"data", image->is_base64 ? image->bytes : base64_encode(image->bytes)}};
  }
  if (auto* data = std::get_if<json::value>(&output.body)) return std::move(*data);
  if (auto* text = std::get_if<std::string>(&output.body)) return json::value(std::move(*text));
  return nullptr;
}

}  // namespace

json::object arguments_of(const bridge::Command& command) {
  json::object arguments = command.params.value_or(json::object{});
  arguments["action"] = command.action;
  arguments["timeout_ms"] = command.timeout_ms;
  return arguments;
}

Task<Result<json::value>> CommandRunner::run(bridge::Command command, Stop stop) {
  const tool::Tool* tool = catalog_.find(kTool);
  if (!tool) co_return fail(ErrorCode::unsupported, cat("this server has no tool ", kTool));
  tool::Ports ports = tool::silent_ports(std::move(stop));
  ports.caller = command.caller;
  auto output = co_await dispatcher_.run({.tool = *tool,
                                          .arguments = arguments_of(command),
                                          .ports = std::move(ports),
                                          .client = cat("command ", command.correlation_id)});
  // A script that a page took along, a tab that was closed: what had been done by then nobody knows.
  bool is_open = !output && output.error().code != ErrorCode::timeout &&
                 bridge::may_change_page(command.action) &&
                 (leaves_open(output.error().code) || output.error().code == ErrorCode::protocol_error ||
                  output.error().code == ErrorCode::page_changed);
  if (is_open) {
    Error error{ErrorCode::outcome_unknown,
                cat("it began, and may have taken effect: ", output.error().message)};
    co_return std::unexpected(std::move(error));
  }
  if (!output) co_return std::unexpected(std::move(output).error());
  co_return as_json(std::move(*output));
}

}  // namespace oc::dispatch
