// Tested by: src/page/scripts/{gather,restore}_state_test.html, tests/browser/session_test.mjs
#include "page/tab_state.h"

#include "page_scripts.h"

namespace oc::page {
namespace {

Result<json::object> object_of(Result<ScriptAnswer> answer) {
  if (!answer) return std::unexpected(std::move(answer).error());
  if (!answer->value.is_object()) return fail(ErrorCode::script_error, "the page script gave no object");
  return std::move(answer->value.get_object());
}

}  // namespace

Task<Result<json::object>> gather_state(browser::Tab& tab, Stop stop) {
  auto answer = co_await run_script(tab, scripts::kGatherState, {}, stop);
  co_return object_of(std::move(answer));
}

Task<Result<json::object>> restore_state(browser::Tab& tab, json::value scroll, json::value fields,
                                         Stop stop) {
  tab.note_deed();
  auto answer = co_await run_script(tab, scripts::kRestoreState,
                                    {{"scroll", std::move(scroll)}, {"fields", std::move(fields)}}, stop);
  co_return object_of(std::move(answer));
}

}  // namespace oc::page
