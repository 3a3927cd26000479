// Which frames draw at a point of the page: input goes to the innermost one, and its effects show there.
#pragma once
#include <string>
#include <vector>

#include "page/pointer.h"

namespace oc::page {

struct PointPlace {
  std::string frame_id;
  Point inside;  // counted from the frame's own corner
};

// From the page itself inwards; never empty.
Task<Result<std::vector<PointPlace>>> places_at(browser::Tab& tab, Point point, Stop stop);

}  // namespace oc::page
