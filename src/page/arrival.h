// What a document that has just come shows first, once the data that it asks for have come too. For the
// answers of navigations, and of actions that led to another page or opened a frame.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "browser/tab.h"

namespace oc::page {

// Waits until no request is under way that began after the entry `since` and decides what the page shows, or
// until the stop. How long that may take is said by the stop.
Task<void> wait_for_fetches(browser::Tab& tab, std::uint64_t since, Stop stop);

// "2 requests, spinner"; empty when the page waits for nothing.
std::string pending_work(browser::Tab& tab, std::uint64_t since, bool has_spinner);

struct PageArrival {
  std::vector<std::string> lines;  // alerts, dialogs, status, headings; at most eight
  std::string pending;             // what is still on its way
  bool goes_on = false;            // to another page, by itself
};

// The page's first lines. Waits a moment, as long as data are on their way that were asked for after `since`.
Task<PageArrival> arrive(browser::Tab& tab, std::uint64_t since, Stop stop);

// The documents that the frames inside of the page show, by frame.
std::map<std::string, std::string> frame_documents(browser::Tab& tab);

// What frames show that have another document than in `before`: "in the frame: heading: …". Frames that are
// not drawn are left out.
Task<std::vector<std::string>> frame_arrivals(browser::Tab& tab, std::map<std::string, std::string> before,
                                              Stop stop);

}  // namespace oc::page
