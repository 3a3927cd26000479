// The left button held down between calls, and the pointer moved along a path: for canvases, maps, signatures
// and drags that one call cannot describe. The button goes with its document.
#pragma once
#include <optional>
#include <vector>

#include "page/hands.h"

namespace oc::page {

// invalid_arguments when it is down already.
Task<Result<Deed>> press_button(Scene scene, Point at, Stop stop);
// With the button as it is. From one place a straight line leads to a single point.
Task<Result<Deed>> move_along(Scene scene, std::vector<Point> path, Stop stop);
// Where the pointer is, unless a place is given. invalid_arguments when it is not down.
Task<Result<Deed>> release_button(Scene scene, std::optional<Point> at, Stop stop);

}  // namespace oc::page
