#include "browser/browser_marker.h"

#include <signal.h>
#include <unistd.h>

#include "base/process.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"
#include "store/atomic_file.h"

namespace oc::browser {
namespace {

constexpr std::string_view kSuffix = ".json";

std::int64_t ticks_of(std::int64_t pid) {
  return static_cast<std::int64_t>(process_start_ticks(static_cast<pid_t>(pid)).value_or(0));
}

enum class Sight : std::uint8_t { browser, none, too_early };

// Whether the very process that was marked is there. Never the first one: to signal its group would be to
// signal everybody.
Sight look_for(const BrowserMarker& marker) {
  if (marker.pid <= 1 || marker.profile.empty() || !is_running(marker.pid, marker.start_ticks))
    return Sight::none;
  std::string command = command_line(static_cast<pid_t>(marker.pid));
  if (command.empty()) return Sight::too_early;  // it becomes its program just now
  return command.find(marker.profile) != std::string::npos ? Sight::browser : Sight::none;
}

std::string path_of(const std::string& directory, std::int64_t pid) {
  return store::path_in(directory, cat(pid, kSuffix));
}

std::optional<BrowserMarker> parse_marker(std::string_view text) {
  auto value = json::parse(text);
  if (!value || !value->is_object()) return std::nullopt;
  auto marker = BrowserMarker::record().decode(value->get_object());
  if (!marker) return std::nullopt;
  return *marker;
}

}  // namespace

const json::Record<BrowserMarker>& BrowserMarker::record() {
  using json::required;
  static const json::Record<BrowserMarker> fields{
      required("pid", &BrowserMarker::pid),
      required("start_ticks", &BrowserMarker::start_ticks),
      required("profile", &BrowserMarker::profile),
      required("server_pid", &BrowserMarker::server_pid),
      required("server_start_ticks", &BrowserMarker::server_start_ticks),
  };
  return fields;
}

BrowserMarker marker_for(pid_t browser, std::string profile) {
  return {.pid = browser,
          .start_ticks = ticks_of(browser),
          .profile = std::move(profile),
          .server_pid = getpid(),
          .server_start_ticks = ticks_of(getpid())};
}

Result<void> write_marker(store::FileSystem& files, const std::string& directory,
                          const BrowserMarker& marker) {
  OC_TRY(files.make_directories(directory));
  // Not synced: a mark matters only while this boot's processes live.
  // Renamed into place, since another server may read it at any moment and takes half a mark for a stale one.
  std::string path = path_of(directory, marker.pid);
  std::string fresh = cat(path, ".new");
  (void)files.remove_file(fresh);
  OC_TRY(files.write_new(fresh, json::write(BrowserMarker::record().encode(marker))));
  return files.rename(fresh, path);
}

void remove_marker(store::FileSystem& files, const std::string& directory, std::int64_t pid) {
  (void)files.remove_file(path_of(directory, pid));
}

Result<MarkedBrowsers> read_markers(store::FileSystem& files, const std::string& directory) {
  auto names = files.list(directory);
  if (!names) return std::unexpected(std::move(names).error());
  MarkedBrowsers found;
  for (const std::string& name : *names) {
    if (!name.ends_with(kSuffix)) continue;
    std::string path = store::path_in(directory, name);
    auto text = files.read(path);
    if (!text) return std::unexpected(std::move(text).error());
    auto marker = *text ? parse_marker(**text) : std::nullopt;
    if (!marker) {
      found.stale.push_back(path);
      continue;
    }
    Sight seen = look_for(*marker);
    if (seen == Sight::too_early) continue;
    if (seen == Sight::none) {
      found.stale.push_back(path);
    } else if (is_running(marker->server_pid, marker->server_start_ticks)) {
      found.served.push_back(std::move(*marker));
    } else {
      found.orphans.push_back(std::move(*marker));
    }
  }
  return found;
}

Task<Result<std::vector<BrowserMarker>>> reap_orphans(store::FileSystem& files, std::string directory,
                                                      Stop stop) {
  auto found = read_markers(files, directory);
  if (!found) co_return std::unexpected(std::move(found).error());
  for (const std::string& path : found->stale) (void)files.remove_file(path);
  for (const BrowserMarker& orphan : found->orphans) {
    // It leads a process group of its own, so that this reaches its helpers too.
    kill(static_cast<pid_t>(-orphan.pid), SIGKILL);
    kill(static_cast<pid_t>(orphan.pid), SIGKILL);
  }
  for (const BrowserMarker& orphan : found->orphans) {
    (void)co_await wait_for_exit_of(static_cast<pid_t>(orphan.pid), stop);
    remove_marker(files, directory, orphan.pid);
  }
  co_return std::move(found->orphans);
}

}  // namespace oc::browser
