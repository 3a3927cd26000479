// Elements as objects in the browser, for what only the browser knows of them: which frame an iframe holds,
// which closed shadow root a host has, which listeners listen.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "page/script_runner.h"

namespace oc::page {

// The browser's object ids of these refs; those of elements that are gone are left out. Released with the
// group.
Task<Result<std::map<std::int64_t, std::string>>> objects_of(browser::Tab& tab,
                                                             std::vector<std::int64_t> refs,
                                                             std::string frame_id, const ObjectGroup& group,
                                                             Stop stop);

// iframe ref → id of the frame inside.
Task<Result<std::map<std::int64_t, std::string>>> frames_inside(browser::Tab& tab,
                                                                std::vector<std::int64_t> refs,
                                                                std::string frame_id, Stop stop);

// Asks the browser for the closed shadow roots of these hosts and makes them known to the document's world.
// True when there was any: the page should be read again.
Task<Result<bool>> find_closed_roots(browser::Tab& tab, std::vector<std::int64_t> hosts, std::string frame_id,
                                     Stop stop);

// Makes every closed shadow root of the frame known to its world, those inside of others too. Scripts see
// what is in them from then on.
Task<Result<void>> open_closed_roots(browser::Tab& tab, std::string frame_id, Stop stop);

struct EventListener {
  std::string type;
  bool capture = false;
  bool passive = false;
  bool once = false;
};
Task<Result<std::vector<EventListener>>> listeners_of(browser::Tab& tab, ElementTarget target, Stop stop);

}  // namespace oc::page
