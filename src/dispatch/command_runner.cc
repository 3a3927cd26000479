#include "dispatch/command_runner.h"

#include "base/encoding.h"
#include "base/text.h"
#include "dispatch/deeds.h"

namespace oc::dispatch {
namespace {

// Those of the command's parameters that the tool takes under the same name.
json::object only(const json::object& params, std::initializer_list<std::string_view> names) {
  json::object out;
  for (std::string_view name : names) {
    if (const json::value* value = params.if_contains(name)) out[name] = *value;
  }
  return out;
}

json::value as_json(ToolOutput output) {
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

namespace {

Result<ToolCall> call_without_place(const bridge::Command& command) {
  const json::object params = command.params.value_or(json::object{});
  std::string_view action = command.action;
  if (action == "execute_js") return ToolCall{"javascript_tool", {{"code", json::text_of(params, "script")}}};
  if (action == "navigate") return ToolCall{"navigate", only(params, {"url"})};
  if (action == "click") {
    json::object arguments = only(params, {"ref", "selector", "query", "coordinate"});
    arguments["action"] = "click";
    return ToolCall{"interact", std::move(arguments)};
  }
  if (action == "type") {
    json::object arguments = only(params, {"ref", "selector", "query"});
    if (arguments.empty())
      return ToolCall{"computer", {{"action", "type"}, {"text", json::text_of(params, "text")}}};
    arguments["value"] = json::text_of(params, "text");
    return ToolCall{"form_input", std::move(arguments)};
  }
  if (action == "get_text") {
    json::object arguments = only(params, {"ref", "selector"});
    arguments["mode"] = "markdown";
    return ToolCall{"read_page", std::move(arguments)};
  }
  if (action == "screenshot") return ToolCall{"page_screenshot", only(params, {"ref", "selector"})};
  if (action == "list_tabs") return ToolCall{"tabs_context", {}};
  return fail(ErrorCode::unsupported, cat("'", action, "' cannot be carried out here"));
}

}  // namespace

Result<ToolCall> tool_call_of(const bridge::Command& command) {
  auto call = call_without_place(command);
  if (!call) return call;
  bool names_tab = call->tool != "tabs_context";
  for (auto& member : only(command.params.value_or(json::object{}), {"workspace", "tabId"})) {
    if (names_tab || member.key() == "workspace") call->arguments[member.key()] = std::move(member.value());
  }
  call->arguments["timeout_ms"] = command.timeout_ms;
  return call;
}

Task<Result<json::value>> CommandRunner::run(bridge::Command command, Stop stop) {
  auto call = tool_call_of(command);
  if (!call) co_return std::unexpected(std::move(call).error());
  const tool::Tool* tool = catalog_.find(call->tool);
  if (!tool) co_return fail(ErrorCode::unsupported, cat("this server has no tool ", call->tool));
  auto output = co_await dispatcher_.run({.tool = *tool,
                                          .arguments = std::move(call->arguments),
                                          .ports = tool::silent_ports(std::move(stop)),
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
