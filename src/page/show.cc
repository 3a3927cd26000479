// Tested by: src/page/scripts/first_frames_test.html, tests/browser/{parallel,actionability}_test.mjs
#include "page/show.h"

#include "page/script_runner.h"
#include "page_scripts.h"

namespace oc::page {

Task<void> show(browser::Tab& tab, Stop stop) {
  using Sight = browser::Tab::Sight;
  if (tab.sight() != Sight::unknown || !tab.session()) co_return;
  StopSource soon{stop, std::chrono::steady_clock::now() + std::chrono::milliseconds{250}};
  auto answer = co_await run_script(tab, scripts::kFirstFrames, {{"waitMs", 0}}, soon.stop());
  if (!tab.session()) co_return;
  // One that is too busy to say so soon may be hidden.
  bool is_unsaid = !answer && answer.error().code == ErrorCode::timeout && !stop.requested();
  if (!answer && !is_unsaid) co_return;
  if (answer && json::find_bool(answer->value.as_object(), "visible").value_or(false)) {
    tab.set_sight(Sight::in_front);
    co_return;
  }
  // Costs time in the browser, so only where it is needed.
  tab.session()->post("Emulation.setFocusEmulationEnabled", {{"enabled", true}});
  tab.set_sight(Sight::emulated);
  (void)co_await run_script(tab, scripts::kFirstFrames, {{"waitMs", 100}}, soon.stop());
}

}  // namespace oc::page
