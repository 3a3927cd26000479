// prompts/list, prompts/get and completion/complete.
// Tested by: mcp/server_test.cc
#include <algorithm>

#include "mcp/ask.h"
#include "mcp/page_of.h"
#include "mcp/server.h"

namespace oc::mcp {
namespace {

json::object prompt_json(const Prompt& prompt, Revision revision) {
  json::object out{{"name", prompt.name}};
  if (!prompt.title.empty() && facts(revision).structured_content) out["title"] = prompt.title;
  out["description"] = prompt.description;
  json::array arguments;
  for (const PromptArgument& argument : prompt.arguments) {
    arguments.push_back(json::object{
        {"name", argument.name}, {"description", argument.description}, {"required", argument.required}});
  }
  if (!arguments.empty()) out["arguments"] = std::move(arguments);
  return out;
}

const Prompt* find_prompt(const PromptSet& prompts, std::string_view name) {
  auto found = std::ranges::find(prompts, name, &Prompt::name);
  return found == prompts.end() ? nullptr : &*found;
}

std::expected<PromptArguments, rpc::ErrorObject> read_arguments(const Prompt& prompt,
                                                                const json::object& params) {
  auto invalid = [](std::string message) {
    return rpc_error(rpc::kInvalidParams, cat("Invalid params: ", message));
  };
  PromptArguments out;
  if (const json::value* given = params.if_contains("arguments")) {
    if (!given->is_object()) return invalid("arguments must be an object");
    for (const auto& [name, value] : given->get_object()) {
      if (!value.is_string()) return invalid(cat("argument '", std::string_view{name}, "' must be a string"));
      bool known = std::ranges::find(prompt.arguments, std::string_view{name}, &PromptArgument::name) !=
                   prompt.arguments.end();
      if (!known)
        return invalid(cat("unknown argument '", shorten(one_line(name), 64), "' of prompt ", prompt.name));
      out[std::string{name}] = json::view(value.get_string());
    }
  }
  for (const PromptArgument& argument : prompt.arguments) {
    if (argument.required && !out.contains(argument.name))
      return invalid(cat("argument '", argument.name, "' is required"));
  }
  return out;
}

json::object completion(std::vector<std::string> values) {
  constexpr std::size_t kMostValues = 100;
  std::size_t total = values.size();
  if (total > kMostValues) values.resize(kMostValues);
  json::array listed(values.begin(), values.end());
  return {
      {"completion", {{"values", std::move(listed)}, {"total", total}, {"hasMore", total > kMostValues}}}};
}

}  // namespace

Task<rpc::Answer> list_prompts(Server& server, const json::object& params, RequestContext& context,
                               const json::value&) {
  json::array items;
  for (const Prompt& prompt : server.parts().prompts)
    items.push_back(prompt_json(prompt, context.client.revision));
  auto page = page_of(std::move(items), "prompts", params);
  if (!page) co_return std::unexpected(page.error());
  mark_cacheable(*page, context, 3'600'000);
  co_return std::move(*page);
}

Task<rpc::Answer> get_prompt(Server& server, const json::object& params, RequestContext& context,
                             const json::value&) {
  auto name = json::find_string(params, "name");
  const Prompt* prompt = name ? find_prompt(server.parts().prompts, *name) : nullptr;
  if (!prompt)
    co_return rpc_error(rpc::kInvalidParams,
                        cat("Unknown prompt: ", shorten(one_line(name.value_or("")), 80)));
  auto arguments = read_arguments(*prompt, params);
  if (!arguments) co_return std::unexpected(arguments.error());
  auto asker = make_asker(context, "prompts/get", params, server.parts().seal);
  if (!asker) co_return std::unexpected(asker.error());
  auto messages = co_await prompt->render(std::move(*arguments), **asker, context.stop);
  if (!messages) {
    auto unanswered = (*asker)->unanswered();
    if (messages.error().code == ErrorCode::input_required && unanswered) co_return *unanswered;
    if (messages.error().code == ErrorCode::missing_client_capability && context.modern()) {
      co_return rpc_error(kMissingCapability, messages.error().message, messages.error().details);
    }
    int code =
        messages.error().code == ErrorCode::invalid_arguments ? rpc::kInvalidParams : rpc::kInternalError;
    co_return rpc_error(code, messages.error().message);
  }
  json::array rendered;
  for (PromptMessage& message : *messages) {
    rendered.push_back(json::object{{"role", message.role}, {"content", std::move(message.content)}});
  }
  co_return json::object{{"description", prompt->description}, {"messages", std::move(rendered)}};
}

Task<rpc::Answer> complete_argument(Server& server, const json::object& params, RequestContext& context,
                                    const json::value&) {
  const json::object* ref = json::find_object(params, "ref");
  const json::object* argument = json::find_object(params, "argument");
  auto argument_name = argument ? json::find_string(*argument, "name") : std::nullopt;
  auto prefix = argument ? json::find_string(*argument, "value") : std::nullopt;
  if (!ref || !argument_name || !prefix) {
    co_return rpc_error(rpc::kInvalidParams, "Invalid params: ref and argument {name, value} are required");
  }
  auto type = json::find_string(*ref, "type");
  if (type == "ref/prompt") {
    auto name = json::find_string(*ref, "name");
    const Prompt* prompt = name ? find_prompt(server.parts().prompts, *name) : nullptr;
    if (!prompt)
      co_return rpc_error(rpc::kInvalidParams,
                          cat("Unknown prompt: ", shorten(one_line(name.value_or("")), 80)));
    co_return completion(prompt->complete ? prompt->complete(*argument_name, *prefix)
                                          : std::vector<std::string>{});
  }
  if (type == "ref/resource") {
    auto uri = json::find_string(*ref, "uri");
    auto values = co_await server.parts().resources.complete(
        std::string{uri.value_or("")}, std::string{*argument_name}, std::string{*prefix}, context.stop);
    if (!values) co_return rpc_error(rpc::kInvalidParams, "Unknown resource template");
    co_return completion(std::move(*values));
  }
  co_return rpc_error(rpc::kInvalidParams, "Invalid params: ref.type must be ref/prompt or ref/resource");
}

}  // namespace oc::mcp
