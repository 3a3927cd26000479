// Tested by: tests/browser/interact_test.mjs and computer_test.mjs
#include "page/point_place.h"

#include "page/frame_place.h"
#include "page/script_runner.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr std::size_t kDeepest = 16;

json::object step(std::string_view name, Point at) {
  return {{"step", name}, {"x", at.x}, {"y", at.y}, {"watch", false}};
}

// The frame inside of `parent` that has the point; nothing when none has.
Task<std::optional<PointPlace>> child_at(browser::Tab& tab, std::string parent, Point point, Stop stop) {
  for (const std::string& id : tab.frames().ids()) {
    const browser::Frame* frame = tab.frames().find(id);
    if (!frame || frame->parent != parent) continue;
    auto place = co_await place_of_frame(tab, id, stop);
    if (!place) continue;
    auto [x, y] = place->inside({point.x, point.y});
    Point inside{x, y};
    if (inside.x < 0 || inside.y < 0) continue;
    // A point beyond its right or lower edge is an error to it.
    auto has = co_await run_script(tab, scripts::kActing, step("point", inside), stop, id);
    if (has) co_return PointPlace{id, inside};
  }
  co_return std::nullopt;
}

}  // namespace

Task<Result<std::vector<PointPlace>>> places_at(browser::Tab& tab, Point point, Stop stop) {
  std::vector<PointPlace> out{{tab.target_id(), point}};
  while (out.size() < kDeepest) {
    auto over = co_await run_script(tab, scripts::kActing, step("over", out.back().inside), stop,
                                    out.back().frame_id);
    if (!over) co_return std::unexpected(std::move(over).error());
    if (!json::find_bool(over->value.as_object(), "frame").value_or(false)) break;
    auto child = co_await child_at(tab, out.back().frame_id, point, stop);
    if (!child) break;
    out.push_back(std::move(*child));
  }
  co_return out;
}

}  // namespace oc::page
