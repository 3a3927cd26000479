#include "browser/download_tracker.h"

#include <algorithm>

#include "base/text.h"
#include "browser/download_files.h"

namespace oc::browser {
namespace {

constexpr std::size_t kKept = 200;

using json::text_of;

std::int64_t bytes_of(const json::object& from, std::string_view key) {
  const json::value* found = json::find(from, key);
  return found && found->is_number() ? static_cast<std::int64_t>(found->to_number<double>()) : 0;
}

std::string size_text(std::int64_t bytes) {
  if (bytes < 1000) return cat(bytes, " bytes");
  if (bytes < 1'000'000) return cat((bytes + 500) / 1000, " KB");
  return cat((bytes + 500'000) / 1'000'000, " MB");
}

}  // namespace

std::string ending_of(const Download& download) {
  if (download.state == DownloadState::cancelled) return cat("download cancelled: ", download.name);
  return cat("download completed: ", download.name, " (", size_text(download.received_bytes), ") → ",
             download.path);
}

void DownloadTracker::listen(cdp::Session& session, std::string directory) {
  directory_ = std::move(directory);
  subscriptions_.clear();
  subscriptions_.push_back(
      session.on("Browser.downloadWillBegin", [this](const json::object& params) { on_begin(params); }));
  subscriptions_.push_back(
      session.on("Browser.downloadProgress", [this](const json::object& params) { on_progress(params); }));
}

void DownloadTracker::forget_session() {
  subscriptions_.clear();
  for (Download& download : downloads_) {
    // One that is whole is on its way to its name, with the browser or without.
    if (download.state != DownloadState::in_progress || !download.path.empty()) continue;
    remove_remains(download.guid);
    end(download, DownloadState::cancelled);
  }
  changed_.notify_all();
}

Download* DownloadTracker::find(std::string_view guid) {
  auto found = std::ranges::find(downloads_, guid, &Download::guid);
  return found == downloads_.end() ? nullptr : &*found;
}

void DownloadTracker::end(Download& download, DownloadState state) {
  download.state = state;
  if (on_ended_) on_ended_(download);
  changed_.notify_all();
}

void DownloadTracker::on_begin(const json::object& params) {
  std::string frame = text_of(params, "frameId");
  downloads_.push_back({.guid = text_of(params, "guid"),
                        .frame_id = frame,
                        .tab_id = tab_of_ ? tab_of_(frame) : "",
                        .url = shorten(text_of(params, "url"), 2048),
                        .name = safe_file_name(text_of(params, "suggestedFilename")),
                        .number = ++last_});
  if (downloads_.size() > kKept) downloads_.pop_front();
  changed_.notify_all();
}

void DownloadTracker::on_progress(const json::object& params) {
  Download* download = find(text_of(params, "guid"));
  if (!download || download->state != DownloadState::in_progress) return;
  download->received_bytes = bytes_of(params, "receivedBytes");
  download->total_bytes = bytes_of(params, "totalBytes");
  std::string state = text_of(params, "state");
  if (state == "completed" && download->path.empty()) {
    download->path = text_of(params, "filePath");
    if (download->path.empty()) download->path = store::path_in(directory_, download->guid);
    nursery_.start("download", take_in(download->guid, download->path, download->name));
  } else if (state == "canceled") {
    remove_remains(download->guid);
    end(*download, DownloadState::cancelled);
  }
  changed_.notify_all();
}

// A file that cannot be moved stays where the browser put it, and is found there.
Task<void> DownloadTracker::take_in(std::string guid, std::string from, std::string name) {
  std::shared_ptr<bool> alive = alive_;
  Logger& log = nursery_.log();
  auto placed = co_await pool_.run([&files = files_, from, directory = directory_, name] {
    return place_download(files, from, directory, name);
  });
  if (!placed) log.warn("browser", "a download keeps the name ", from, ": ", placed.error().message);
  if (!*alive) co_return;
  Download* download = find(guid);
  if (!download) co_return;
  if (placed) download->path = std::move(*placed);
  end(*download, DownloadState::completed);
}

// What the browser had written when it was told to stop, or went away.
void DownloadTracker::remove_remains(const std::string& guid) {
  if (guid.empty() || guid.find('/') != std::string::npos) return;
  nursery_.start("download", [](WorkerPool& pool, store::FileSystem& files, std::string path) -> Task<void> {
    co_await pool.run([&files, path] {
      (void)files.remove_file(path);
      return files.remove_file(cat(path, ".crdownload"));
    });
  }(pool_, files_, store::path_in(directory_, guid)));
}

}  // namespace oc::browser
