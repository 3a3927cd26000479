// Marks of the browsers we started, one file each, so that a browser whose server died can be found and ended
// — it and nothing else: a mark names the process by pid and start time, and its profile must be in the
// process's command line.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"
#include "base/task.h"
#include "json/record.h"
#include "store/file_system.h"

namespace oc::browser {

struct BrowserMarker {
  std::int64_t pid = 0;
  std::int64_t start_ticks = 0;
  std::string profile;
  std::int64_t server_pid = 0;
  std::int64_t server_start_ticks = 0;
  static const json::Record<BrowserMarker>& record();
};

// A mark for this process's browser.
BrowserMarker marker_for(pid_t browser, std::string profile);
Result<void> write_marker(store::FileSystem& files, const std::string& directory,
                          const BrowserMarker& marker);
void remove_marker(store::FileSystem& files, const std::string& directory, std::int64_t pid);

struct MarkedBrowsers {
  std::vector<BrowserMarker> orphans;  // it runs, its server does not
  std::vector<BrowserMarker> served;   // both run
  std::vector<std::string> stale;      // paths of marks whose browser has ended
};
Result<MarkedBrowsers> read_markers(store::FileSystem& files, const std::string& directory);

// Ends the orphans and removes marks of what is gone. Returns those it ended.
Task<Result<std::vector<BrowserMarker>>> reap_orphans(store::FileSystem& files, std::string directory,
                                                      Stop stop);

}  // namespace oc::browser
