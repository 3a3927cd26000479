// invoke: runs the tool. Innermost, so that every other layer sees a value: an exception ends here as an
// internal error.
#include "dispatch/layer.h"

namespace oc::dispatch {

Task<Result<ToolOutput>> invoke_tool(Services& services, Call& call, Next) {
  std::string defect;
  try {
    switch (call.tool.needs()) {
      case tool::Needs::nothing: {
        tool::ToolContext context{services, call.ports};
        co_return co_await call.tool.invoke(tool::InvokeKey{}, context, call.decoded);
      }
      case tool::Needs::browser: {
        tool::BrowserContext context{services, call.ports, call.workspace};
        co_return co_await call.tool.invoke(tool::InvokeKey{}, context, call.decoded);
      }
      case tool::Needs::tab: {
        tool::TabContext context{services, call.ports, call.workspace, call.tab, call.page};
        co_return co_await call.tool.invoke(tool::InvokeKey{}, context, call.decoded);
      }
    }
  } catch (const std::exception& exception) {
    defect = exception.what();
  } catch (...) {
    defect = "unknown exception";
  }
  services.log.error("dispatch", "defect in tool ", call.tool.spec().name, " (call ", call.id, "): ", defect);
  co_return fail(ErrorCode::internal, cat("defect in '", call.tool.spec().name,
                                          "'; the server's log says more (call ", call.id, ")"));
}

}  // namespace oc::dispatch
