// DownloadTracker: files that pages of ours brought down, newest last, and how far they are. The browser
// writes each under a name that nobody guesses; once it is whole it gets the name that the page suggests.
#pragma once
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "base/enum_words.h"
#include "base/task.h"
#include "base/worker_pool.h"
#include "cdp/connection.h"
#include "store/file_system.h"

namespace oc::browser {

enum class DownloadState : std::uint8_t { in_progress, completed, cancelled };

struct Download {
  std::string guid;
  std::string frame_id;
  std::string tab_id;  // of the tab that began it, if it is one of ours
  std::string url;
  std::string name;  // as the page suggests it, made harmless
  std::string path;  // where it is, once it is there
  DownloadState state = DownloadState::in_progress;
  std::int64_t received_bytes = 0;
  std::int64_t total_bytes = 0;
  std::uint64_t number = 0;  // grows with every download
};

class DownloadTracker {
 public:
  DownloadTracker(Nursery& nursery, WorkerPool& pool, store::FileSystem& files)
      : nursery_(nursery), pool_(pool), files_(files), changed_(nursery.executor()) {}
  ~DownloadTracker() { *alive_ = false; }

  void listen(cdp::Session& session, std::string directory);
  // The browser is gone, and with it what was on its way.
  void forget_session();
  // Who knows the tab of a frame, and who wants to hear of every end.
  void on_ended(std::function<void(const Download&)> callback) { on_ended_ = std::move(callback); }
  void find_tabs_with(std::function<std::string(const std::string& frame_id)> tab_of) {
    tab_of_ = std::move(tab_of);
  }

  const std::deque<Download>& all() const { return downloads_; }
  std::uint64_t last_number() const { return last_; }
  Signal& changed() { return changed_; }

 private:
  void on_begin(const json::object& params);
  void on_progress(const json::object& params);
  Task<void> take_in(std::string guid, std::string from, std::string name);
  void end(Download& download, DownloadState state);
  Download* find(std::string_view guid);
  void remove_remains(const std::string& guid);

  Nursery& nursery_;
  WorkerPool& pool_;
  store::FileSystem& files_;
  Signal changed_;
  std::string directory_;
  std::deque<Download> downloads_;
  std::uint64_t last_ = 0;
  std::function<void(const Download&)> on_ended_;
  std::function<std::string(const std::string&)> tab_of_;
  std::vector<cdp::Subscription> subscriptions_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // asked by whoever wakes up late
};

// "download completed: report.pdf (12 KB) → /home/…/report.pdf"
std::string ending_of(const Download& download);

}  // namespace oc::browser

template <>
struct oc::EnumWords<oc::browser::DownloadState> {
  static constexpr std::array<std::string_view, 3> words{"in_progress", "completed", "cancelled"};
};
