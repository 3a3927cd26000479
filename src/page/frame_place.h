// Where frames are drawn: a script counts from the corner of its own frame, a person from that of the page.
#pragma once
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "browser/tab.h"

namespace oc::page {

// The upper left corner of a frame's content in the viewport of the page, in CSS pixels, and what a step of
// one pixel inside of it is there: a frame may be drawn smaller, larger or turned.
struct FramePlace {
  double x = 0;
  double y = 0;
  double right_x = 1;
  double right_y = 0;
  double down_x = 0;
  double down_y = 1;

  struct Place {
    double x;
    double y;
  };
  Place outside(Place inside) const;
  Place inside(Place outside) const;
};

// Fails when the frame is not drawn.
Task<Result<FramePlace>> place_of_frame(browser::Tab& tab, std::string frame_id, Stop stop);

}  // namespace oc::page
