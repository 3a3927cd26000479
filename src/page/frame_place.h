// Where frames are drawn: a script counts from the corner of its own frame, a person from that of the page.
#pragma once
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "browser/tab.h"

namespace oc::page {

struct Corner {
  double x = 0;
  double y = 0;
};

// The upper left corner of a frame's content in the viewport of the page, in CSS pixels. Fails when the frame
// is not drawn.
Task<Result<Corner>> corner_of_frame(browser::Tab& tab, std::string frame_id, Stop stop);

}  // namespace oc::page
