#include "browser/download_tracker.h"

#include "base/text.h"

namespace oc::browser {
namespace {

constexpr std::size_t kKept = 200;

std::string text_of(const json::object& from, std::string_view key) {
  return std::string{json::find_string(from, key).value_or("")};
}

std::int64_t bytes_of(const json::object& from, std::string_view key) {
  const json::value* found = json::find(from, key);
  return found && found->is_number() ? static_cast<std::int64_t>(found->to_number<double>()) : 0;
}

}  // namespace

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
    if (download.state == DownloadState::in_progress) download.state = DownloadState::cancelled;
  }
  changed_.notify_all();
}

void DownloadTracker::on_begin(const json::object& params) {
  downloads_.push_back({.guid = text_of(params, "guid"),
                        .frame_id = text_of(params, "frameId"),
                        .url = shorten(text_of(params, "url"), 2048),
                        .name = shorten(text_of(params, "suggestedFilename"), 255),
                        .number = ++last_});
  if (downloads_.size() > kKept) downloads_.pop_front();
  changed_.notify_all();
}

void DownloadTracker::on_progress(const json::object& params) {
  std::string guid = text_of(params, "guid");
  for (Download& download : downloads_) {
    if (download.guid != guid) continue;
    download.received_bytes = bytes_of(params, "receivedBytes");
    download.total_bytes = bytes_of(params, "totalBytes");
    std::string state = text_of(params, "state");
    if (state == "completed") {
      download.state = DownloadState::completed;
      // Older browsers do not say where it went; it has the suggested name then.
      download.path = text_of(params, "filePath");
      if (download.path.empty()) download.path = cat(directory_, "/", download.name);
    } else if (state == "canceled") {
      download.state = DownloadState::cancelled;
    }
    changed_.notify_all();
    return;
  }
}

}  // namespace oc::browser
