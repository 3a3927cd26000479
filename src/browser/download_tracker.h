// DownloadTracker: files that pages of ours brought down, newest last, and how far they are.
#pragma once
#include <deque>
#include <string>

#include "base/enum_words.h"
#include "base/task.h"
#include "cdp/connection.h"

namespace oc::browser {

enum class DownloadState : std::uint8_t { in_progress, completed, cancelled };

struct Download {
  std::string guid;
  std::string frame_id;
  std::string url;
  std::string name;  // as the page suggests it
  std::string path;  // where it is, once it is there
  DownloadState state = DownloadState::in_progress;
  std::int64_t received_bytes = 0;
  std::int64_t total_bytes = 0;
  std::uint64_t number = 0;  // grows with every download
};

class DownloadTracker {
 public:
  explicit DownloadTracker(Executor executor) : changed_(std::move(executor)) {}
  void listen(cdp::Session& session, std::string directory);
  // The browser is gone, and with it what was on its way.
  void forget_session();

  const std::deque<Download>& all() const { return downloads_; }
  std::uint64_t last_number() const { return last_; }
  Signal& changed() { return changed_; }

 private:
  void on_begin(const json::object& params);
  void on_progress(const json::object& params);

  Signal changed_;
  std::string directory_;
  std::deque<Download> downloads_;
  std::uint64_t last_ = 0;
  std::vector<cdp::Subscription> subscriptions_;
};

}  // namespace oc::browser

template <>
struct oc::EnumWords<oc::browser::DownloadState> {
  static constexpr std::array<std::string_view, 3> words{"in_progress", "completed", "cancelled"};
};
