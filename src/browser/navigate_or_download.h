// Going to an address that may be a file: then the page stays, and what was brought is a download.
#pragma once
#include "browser/browser.h"
#include "browser/navigation.h"

namespace oc::browser {

struct Brought {
  Navigated page;                    // where the tab is now
  std::optional<Download> download;  // of this address; it may still be on its way
};

// Fails as navigate() does.
Task<Result<Brought>> navigate_or_download(Browser& browser, Tab& tab, std::string url,
                                           NavigateOptions options, Stop stop);

}  // namespace oc::browser
