// Prompts: ready-made first messages that a user may pick.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/task.h"
#include "json/json.h"
#include "tool/ports.h"

namespace oc::mcp {

struct PromptArgument {
  std::string name;
  std::string description;
  bool required = false;
};

struct PromptMessage {
  std::string role = "user";
  json::object content;  // one content block

  static PromptMessage text(std::string_view text) { return {"user", {{"type", "text"}, {"text", text}}}; }
};

using PromptArguments = std::map<std::string, std::string>;

struct Prompt {
  std::string name;
  std::string title = {};
  std::string description;
  std::vector<PromptArgument> arguments = {};
  // The arguments are checked: required ones are there, unknown ones are not.
  std::function<Task<Result<std::vector<PromptMessage>>>(PromptArguments arguments, tool::AskPort& asker,
                                                         Stop stop)>
      render;
  // Values for an argument that begin with `prefix`; may be empty.
  std::function<std::vector<std::string>(std::string_view argument, std::string_view prefix)> complete = {};
};

using PromptSet = std::vector<Prompt>;

}  // namespace oc::mcp
