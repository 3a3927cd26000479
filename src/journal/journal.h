// Journal: every call as one line on disk, redacted, kept for some days. Writing never fails a call and never
// blocks the loop; what cannot be written waits in a bounded queue, and health() tells. All functions belong
// to the loop.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/listeners.h"
#include "base/log.h"
#include "base/result.h"
#include "base/task.h"
#include "base/worker_pool.h"
#include "journal/journal_event.h"
#include "journal/journal_files.h"
#include "journal/journal_summary.h"
#include "store/jsonl.h"

namespace oc::journal {

struct JournalOptions {
  int keep_days = 7;
  std::size_t max_queued_bytes = 1024 * 1024;  // beyond it the oldest lines are dropped
  // Lines wait so long for others to be written with: a disk that works after every call is in the way of the
  // next one. What a killed server loses is no more than this.
  std::chrono::milliseconds gather{20};
};

struct Health {
  std::int64_t pending = 0;               // lines not yet on disk
  std::int64_t dropped = 0;               // lines lost since the start
  std::optional<std::string> last_error;  // why the last write failed; nothing once one has succeeded again

  static const json::Record<Health>& record();
};

class Journal {
 public:
  Journal(store::FileSystem& files, WorkerPool& pool, const Clock& clock, Logger& log, Executor executor,
          std::string directory, JournalOptions options = {});
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  // REQUIRES: close() has returned true, or nothing runs the loop any more; and no other call of this object
  // waits.
  ~Journal();

  // Queues the event for the file of its UTC day. The directory comes into being with the first one.
  void append(JournalEvent event);
  // Waits until everything queued so far is on disk (as far as a crash of this process is concerned: nothing
  // is synced). Fails when a write fails; the lines stay queued for the next try, which comes with the next
  // append.
  Task<Result<void>> flush(Stop stop);
  // flush(), its failure aside, and the end of the writer. False when the stop came first.
  Task<bool> close(Stop stop);
  Health health() const;
  // Hears every event the moment it is appended.
  [[nodiscard]] Listening listen(std::function<void(const JournalEvent&)> callback) {
    return listeners_.add(std::move(callback));
  }
  // Called on the loop after lines of that day reached the disk. It must not throw.
  void on_append(std::function<void(std::string_view day)> callback) { on_append_ = std::move(callback); }

  // The answers below cover what was appended before they were asked, earlier runs, and other servers that
  // share the directory. Lines that cannot be understood are skipped. A long journal is read from its end,
  // within a bound.
  Task<Result<json::array>> recent(RecentQuery query, Stop stop);       // newest first
  Task<Result<JournalSummary>> summary(SummaryQuery query, Stop stop);  // of the last 24 hours unless told
  // Of a task all of it, else of the last 24 hours unless told.
  Task<Result<ContextReport>> context(ContextQuery query, Stop stop);
  Task<Result<std::vector<std::string>>> days(Stop stop);  // oldest first
  // The newest whole lines of a day. invalid_arguments when it is no day, resource_not_found when it has no
  // file.
  Task<Result<store::Tail>> read_day(std::string day, std::size_t max_bytes, Stop stop);

 private:
  struct Line {
    std::uint64_t number;
    std::string day;
    std::string text;
  };
  using Batch = std::shared_ptr<const std::vector<Line>>;
  struct Written {
    std::size_t lines = 0;
    std::vector<std::string> days;
    std::optional<Error> error = {};
    std::optional<Error> removal_error = {};
  };
  struct Removal {
    std::int64_t now_ms;
    int keep_days;
  };

  // Events become lines after the answer of their call has left.
  void make_lines_soon();
  void make_lines();
  void start_writer();
  Task<void> write_queue();
  Batch take_queue();
  static Written write(store::FileSystem& files, const std::string& directory, const std::vector<Line>& lines,
                       const std::optional<Removal>& removal);
  void settle(const Batch& batch, Written written);
  void note_failure(Error error);
  void note_success();
  void drop_oldest();
  // Number of the oldest line that is neither on disk nor dropped.
  std::uint64_t first_pending() const;
  // Runs job(files, give_up) on a worker after what is queued was written.
  template <class Job>
  auto answer(Job job, Stop stop)
      -> Task<std::invoke_result_t<Job, const JournalFiles&, const JournalFiles::GiveUp&>>;

  store::FileSystem& files_;
  WorkerPool& pool_;
  const Clock& clock_;
  Logger& log_;
  std::string directory_;
  JournalOptions options_;
  std::function<void(std::string_view day)> on_append_;
  Listeners<JournalEvent> listeners_;

  std::vector<JournalEvent> fresh_;  // no lines yet
  std::deque<Line> queue_;
  Batch in_flight_;
  std::size_t queued_bytes_ = 0;     // of queue_
  std::size_t in_flight_bytes_ = 0;  // of in_flight_
  std::uint64_t next_number_ = 1;
  bool is_writing_ = false;
  bool is_hurried_ = false;  // somebody waits for the lines
  std::int64_t dropped_ = 0;
  std::int64_t dropped_in_streak_ = 0;
  std::optional<Error> last_error_;
  std::string newest_day_;  // whose file was written, and old files removed with it

  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Signal hurry_;
  Signal round_ended_;
  Nursery nursery_;
};

}  // namespace oc::journal
