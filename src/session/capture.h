// Reads what a snapshot keeps out of the tabs of a workspace.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "browser/browser.h"
#include "session/snapshot.h"

namespace oc::session {

struct Captured {
  TabRecord tab;
  std::string origin;                         // of its localStorage; empty: the page has none
  json::value local_storage = json::array{};  // [{key, value}]
};

// The tabs of the workspace that may be looked at: not the user's own that nobody has named, and none whose
// page the domain policy does not allow. `left_out` counts the others.
std::vector<std::shared_ptr<browser::Tab>> tabs_to_capture(browser::Browser& browser,
                                                           const std::string& workspace,
                                                           std::int64_t& left_out);

// Always something: the address at least. A page that does not answer is given up after some seconds.
Task<Captured> capture_tab(std::shared_ptr<browser::Tab> tab, bool with_secrets, Stop stop);

// Of the whole workspace; of a profile that is the user's own only those of the given tabs' pages.
Task<json::array> capture_cookies(browser::Browser& browser, std::string workspace,
                                  std::vector<std::shared_ptr<browser::Tab>> tabs, bool with_values,
                                  Stop stop);

}  // namespace oc::session
