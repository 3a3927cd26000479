// Call: one call of a tool on its way through the pipeline, and what the layers have found out about it.
#pragma once
#include <chrono>
#include <string>

#include "ledger/budget.h"
#include "tool/common_params.h"
#include "tool/ports.h"
#include "tool/tool.h"

namespace oc::dispatch {

struct Call {
  const tool::Tool& tool;
  json::object arguments;  // as they came
  tool::Ports ports;
  std::string client = {};  // who called, for the journal; never for decisions
  std::string id = {};      // given by the dispatcher
  std::chrono::milliseconds longest{120'000};

  // Set by validate_arguments:
  tool::CommonArgs common = {};
  tool::DecodedArgs decoded = {};

  // The policy of the run that it belongs to: by its taskId, or because it is the work of a task.
  std::optional<ledger::Policy> policy = {};

  // Set by hold_tab_lane, as far as the tool needs it:
  std::string workspace = {};
  std::shared_ptr<browser::Tab> tab = {};
  // What had been done in the tab, or with tabs by a tool that needs none, before it was this call's turn;
  // nothing: its turn did not come.
  std::optional<std::uint64_t> deeds_before = {};
  // What the last action in the tab did after it had been answered.
  std::vector<std::string> late = {};
  // Set while the tool runs:
  tool::PageNote page = {};
};

}  // namespace oc::dispatch
