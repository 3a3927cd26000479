// Opens a tab of a snapshot again and puts back what was kept of it, as far as that goes.
#pragma once
#include <functional>
#include <memory>

#include "browser/browser.h"
#include "session/resumption.h"

namespace oc::session {

// Cookies that were kept with their values and are not there any more. What is there already is newer and
// stays. Says what it could not restore.
Task<Reopened> restore_cookies(browser::Browser& browser, browser::Tab& tab, const Snapshot& snapshot,
                               std::int64_t now_ms, Stop stop);

// Where the tabs may go that are opened again.
struct ReopenBounds {
  std::shared_ptr<const browser::DomainPolicy> policy;
  std::function<void(browser::Tab&)> confine;  // done to every tab before it is used
  std::string caller = {};                     // whose tabs they are
};

// Opens the page in a new tab; storage, fields and scrolling follow. `cookies`: restore those of the snapshot
// first.
Task<Reopened> reopen_tab(browser::Browser& browser, ReopenBounds bounds, const Snapshot& snapshot,
                          const TabRecord& record, bool cookies, std::int64_t now_ms, Stop stop);

}  // namespace oc::session
