// What is asked of a recording, with the arguments that the tools for it share.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "browser/tab_registry.h"
#include "json/record.h"

namespace oc::recording {

struct RecordingRequest {
  std::optional<std::string> label;
  std::string workspace{browser::kDefaultWorkspace};
  std::optional<std::string> tab_id;  // only this one; its workspace counts then
  std::optional<std::int64_t> duration_ms;
  bool screenshots = false;  // a picture after each action
  std::int64_t max_actions = 1000;

  bool sanitize = true;
  // Called on the loop, with each entry, and when nothing more will come.
  std::function<void(const json::object& entry)> on_entry = {};
  std::function<void()> on_end = {};

  static const json::Record<RecordingRequest>& record();  // what an agent may ask for
};

}  // namespace oc::recording
