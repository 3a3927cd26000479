// Recorder: listens to the tool calls, input, navigations, console and requests of a workspace and writes
// each down the moment it happens, until the time is up, somebody ends it, or it is long enough. Nothing that
// it hears waits for it. All functions belong to the loop; the disk is left to workers.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/task.h"
#include "base/worker_pool.h"
#include "browser/browser.h"
#include "journal/journal.h"
#include "recording/metadata.h"
#include "recording/recording_files.h"
#include "recording/request.h"

namespace oc::recording {

struct RecorderParts {
  store::FileSystem& files;
  WorkerPool& pool;
  const Clock& clock;
  Logger& log;
  Executor executor;
  journal::Journal& journal;
  browser::Browser& browser;
};

class Recorder {
 public:
  Recorder(RecorderParts parts, std::string directory);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  // REQUIRES: close() has returned true, or nothing runs the loop any more.
  ~Recorder();

  // It listens when this succeeds. Fails with tab_not_found, server_busy (too many at once), storage_failed.
  Task<Result<Metadata>> start(RecordingRequest request);
  // Ends it and waits until all of it is on disk, the report too. One that has ended is answered as it is;
  // unsupported for one that another server records.
  Task<Result<Metadata>> stop(std::string id, EndedBy by, Stop stop);
  std::vector<std::string> running() const;  // oldest first
  // Ends all; false when the stop came first.
  Task<bool> close(Stop stop);

  const RecordingFiles& files() const { return files_; }

 private:
  struct Live;
  using LivePtr = std::shared_ptr<Live>;

  void forget(const LivePtr& live);  // it could not be made
  void listen(const LivePtr& live);
  void listen_to(const LivePtr& live, const std::shared_ptr<browser::Tab>& tab);
  void watch_input(const LivePtr& live, const std::shared_ptr<browser::Tab>& tab,
                   const std::function<void(json::object)>& hear);
  void on_call(const LivePtr& live, const journal::JournalEvent& event);
  void add(const LivePtr& live, json::object entry, const std::string& tab_id);
  void write_down(const LivePtr& live, json::object entry);
  void want_picture(const LivePtr& live, std::int64_t of, const std::string& tab_id);
  void end(const LivePtr& live, EndedBy by);
  Task<void> write_queue(LivePtr live);
  Task<void> take_pictures(LivePtr live);
  Task<Result<std::string>> picture_of(std::string tab_id, Stop stop);
  Task<void> end_after(LivePtr live, std::chrono::milliseconds duration);
  Task<void> finish(LivePtr live);

  RecorderParts parts_;
  RecordingFiles files_;
  std::map<std::string, LivePtr> live_;  // by id
  StopSource closing_;
  Nursery nursery_;
};

}  // namespace oc::recording
