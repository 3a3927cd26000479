// Layer: a concern around every call. A layer sees the call on its way in, calls next (or does not), and sees
// the outcome on its way out. All layers are declared here; their order is in pipeline.cc.
#pragma once
#include <span>
#include <string_view>

#include "base/result.h"
#include "base/task.h"
#include "dispatch/call.h"
#include "tool/output.h"
#include "tool/services.h"

namespace oc::dispatch {

using tool::Services;
using tool::ToolOutput;

class Next;

struct Layer {
  std::string_view name;
  std::string_view purpose;
  Task<Result<ToolOutput>> (*run)(Services&, Call&, Next);
};

// The layers that are still to come.
class Next {
 public:
  Next(std::span<const Layer> rest, Services& services) : rest_(rest), services_(&services) {}
  Task<Result<ToolOutput>> operator()(Call& call) const {
    return rest_.front().run(*services_, call, Next{rest_.subspan(1), *services_});
  }

 private:
  std::span<const Layer> rest_;
  Services* services_;
};

// What validate_arguments does; for those who must know before they accept a call for later.
Result<void> decode_arguments(Call& call);

Task<Result<ToolOutput>> record_in_journal(Services&, Call&, Next);
Task<Result<ToolOutput>> validate_arguments(Services&, Call&, Next);
Task<Result<ToolOutput>> delegate_call(Services&, Call&, Next);
Task<Result<ToolOutput>> count_in_task(Services&, Call&, Next);
Task<Result<ToolOutput>> apply_bounds(Services&, Call&, Next);
Task<Result<ToolOutput>> keep_receipt(Services&, Call&, Next);
Task<Result<ToolOutput>> spill_output(Services&, Call&, Next);
Task<Result<ToolOutput>> enforce_deadline(Services&, Call&, Next);
Task<Result<ToolOutput>> hold_tab_lane(Services&, Call&, Next);
Task<Result<ToolOutput>> report_held_writes(Services&, Call&, Next);
Task<Result<ToolOutput>> guard_domain(Services&, Call&, Next);
Task<Result<ToolOutput>> stamp_page_state(Services&, Call&, Next);
Task<Result<ToolOutput>> sanitize_content(Services&, Call&, Next);
Task<Result<ToolOutput>> invoke_tool(Services&, Call&, Next);

}  // namespace oc::dispatch
