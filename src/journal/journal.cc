#include "journal/journal.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>

#include "base/text.h"
#include "base/time_format.h"

namespace oc::journal {
namespace {

constexpr std::int64_t kDefaultSummaryMs = 24 * 60 * 60 * 1000;

// A stop as a worker may see it: a Stop itself belongs to the loop, its destruction included.
class WorkerStop {
 public:
  explicit WorkerStop(const Stop& stop)
      : deadline_(stop.deadline()),
        callback_(stop.on_stop([requested = requested_] { *requested = true; })) {}

  JournalFiles::GiveUp asker() const {
    return [requested = requested_, deadline = deadline_] {
      return requested->load() || (deadline && std::chrono::steady_clock::now() >= *deadline);
    };
  }

 private:
  std::shared_ptr<std::atomic<bool>> requested_ = std::make_shared<std::atomic<bool>>(false);
  std::optional<SteadyTime> deadline_;
  StopCallback callback_;
};

}  // namespace

const json::Record<Health>& Health::record() {
  using json::optional;
  using json::required;
  static const json::Record<Health> fields{
      required("pending", &Health::pending, "Lines not yet on disk."),
      required("dropped", &Health::dropped, "Lines lost since the start."),
      optional("last_error", &Health::last_error, "Why the journal cannot be written."),
  };
  return fields;
}

Journal::Journal(store::FileSystem& files, WorkerPool& pool, const Clock& clock, Logger& log,
                 Executor executor, std::string directory, JournalOptions options)
    : files_(files),
      pool_(pool),
      clock_(clock),
      log_(log),
      directory_(std::move(directory)),
      options_(options),
      hurry_(executor),
      round_ended_(executor),
      nursery_(executor, log) {}

Journal::~Journal() {
  *alive_ = false;
}

void Journal::append(JournalEvent event) {
  listeners_.tell(event);
  fresh_.push_back(std::move(event));
  if (fresh_.size() == 1) make_lines_soon();
}

void Journal::make_lines_soon() {
  asio::post(nursery_.executor(), [this, alive = alive_] {
    if (*alive) make_lines();
  });
}

void Journal::make_lines() {
  for (const JournalEvent& event : std::exchange(fresh_, {})) {
    queue_.push_back({next_number_++, day_of(event.ts_ms()), store::json_line(event.body())});
    queued_bytes_ += queue_.back().text.size();
  }
  drop_oldest();
  start_writer();
}

void Journal::start_writer() {
  if (is_writing_ || queue_.empty()) return;
  is_writing_ = true;
  nursery_.start("journal writer", write_queue());
}

Task<void> Journal::write_queue() {
  while (!queue_.empty()) {
    if (!is_hurried_) {
      StopSource gathered{Stop{}, std::chrono::steady_clock::now() + options_.gather};
      (void)co_await hurry_.wait(gathered.stop());
    }
    Batch batch = take_queue();
    std::optional<Removal> removal;
    bool is_new_day = std::ranges::any_of(*batch, [&](const Line& line) { return line.day > newest_day_; });
    if (is_new_day) removal = Removal{clock_.now_ms(), options_.keep_days};
    Written written = co_await pool_.run([&files = files_, directory = directory_, batch, removal] {
      return write(files, directory, *batch, removal);
    });
    settle(batch, std::move(written));
    round_ended_.notify_all();
    // No second try at once: the next append or flush is soon enough for a disk that is full.
    if (last_error_) break;
  }
  is_writing_ = false;
  is_hurried_ = false;
}

Journal::Batch Journal::take_queue() {
  in_flight_ = std::make_shared<const std::vector<Line>>(std::make_move_iterator(queue_.begin()),
                                                         std::make_move_iterator(queue_.end()));
  in_flight_bytes_ = std::exchange(queued_bytes_, 0);
  queue_.clear();
  return in_flight_;
}

Journal::Written Journal::write(store::FileSystem& files, const std::string& directory,
                                const std::vector<Line>& lines, const std::optional<Removal>& removal) {
  JournalFiles journal{files, directory};
  // Each time, not once: somebody may have removed the directory while the server runs.
  if (auto made = files.make_directories(directory); !made) return {.error = std::move(made).error()};
  Written written;
  while (written.lines < lines.size() && !written.error) {
    const std::string& day = lines[written.lines].day;
    std::string text;
    for (std::size_t i = written.lines; i < lines.size() && lines[i].day == day; ++i) text += lines[i].text;
    store::Appended appended = store::append_lines(files, journal.path_of(day), text);
    if (appended.bytes > 0) written.days.push_back(day);
    for (std::size_t left = appended.bytes; left > 0; ++written.lines)
      left -= lines[written.lines].text.size();
    written.error = std::move(appended.error);
  }
  if (removal && !written.days.empty()) {
    auto removed = journal.remove_old(removal->now_ms, removal->keep_days);
    if (!removed) written.removal_error = std::move(removed).error();
  }
  return written;
}

void Journal::settle(const Batch& batch, Written written) {
  in_flight_.reset();
  in_flight_bytes_ = 0;
  for (std::size_t i = batch->size(); i > written.lines; --i) {
    queued_bytes_ += (*batch)[i - 1].text.size();
    queue_.push_front((*batch)[i - 1]);
  }
  if (written.removal_error) log_.warn("journal", "old files stay: ", written.removal_error->message);
  if (written.error) {
    note_failure(std::move(*written.error));
  } else {
    note_success();
  }
  drop_oldest();
  for (const std::string& day : written.days) {
    newest_day_ = std::max(newest_day_, day);
    if (on_append_) on_append_(day);
  }
}

void Journal::note_failure(Error error) {
  if (!last_error_) log_.warn("journal", error.message, "; lines are kept in memory meanwhile");
  last_error_ = std::move(error);
}

void Journal::note_success() {
  if (!last_error_) return;
  log_.info("journal", "is written again; lines lost meanwhile: ", dropped_in_streak_);
  dropped_in_streak_ = 0;
  last_error_.reset();
}

void Journal::drop_oldest() {
  while (!queue_.empty() && queued_bytes_ + in_flight_bytes_ > options_.max_queued_bytes) {
    queued_bytes_ -= queue_.front().text.size();
    queue_.pop_front();
    ++dropped_;
    ++dropped_in_streak_;
  }
}

std::uint64_t Journal::first_pending() const {
  if (in_flight_) return in_flight_->front().number;
  return queue_.empty() ? next_number_ : queue_.front().number;
}

Task<Result<void>> Journal::flush(Stop stop) {
  make_lines();
  std::uint64_t target = next_number_;
  while (first_pending() < target) {
    is_hurried_ = true;
    start_writer();
    hurry_.notify_all();
    bool ended = co_await round_ended_.wait(stop);
    if (!ended) co_return std::unexpected(stop.error());
    if (last_error_ && first_pending() < target) co_return std::unexpected(*last_error_);
  }
  co_return Result<void>{};
}

Task<bool> Journal::close(Stop stop) {
  (void)co_await flush(stop);
  bool joined = co_await nursery_.join(stop);
  co_return joined;
}

Health Journal::health() const {
  Health health{.pending = static_cast<std::int64_t>(fresh_.size() + queue_.size() +
                                                     (in_flight_ ? in_flight_->size() : 0)),
                .dropped = dropped_};
  if (last_error_) health.last_error = last_error_->message;
  return health;
}

template <class Job>
auto Journal::answer(Job job, Stop stop)
    -> Task<std::invoke_result_t<Job, const JournalFiles&, const JournalFiles::GiveUp&>> {
  // A disk that takes no lines may still give some.
  (void)co_await flush(stop);
  if (stop.requested()) co_return std::unexpected(stop.error());
  WorkerStop worker_stop{stop};
  // A disk that hangs holds a worker, not the caller.
  auto found = co_await pool_.run([job = std::move(job), files = JournalFiles{files_, directory_},
                                   give_up = worker_stop.asker()] { return job(files, give_up); },
                                  stop);
  if (!found || stop.requested()) co_return std::unexpected(stop.error());
  co_return std::move(*found);
}

Task<Result<json::array>> Journal::recent(RecentQuery query, Stop stop) {
  if (query.count < 1 || query.count > RecentQuery::kMaxCount) {
    co_return fail(ErrorCode::invalid_arguments, cat("count must be from 1 to ", RecentQuery::kMaxCount));
  }
  auto job = [query = std::move(query)](const JournalFiles& files, const JournalFiles::GiveUp& give_up) {
    return files.recent(query, give_up);
  };
  auto found = co_await answer(std::move(job), stop);
  co_return found;
}

Task<Result<JournalSummary>> Journal::summary(SummaryQuery query, Stop stop) {
  std::int64_t now_ms = clock_.now_ms();
  if (!query.since_ms) query.since_ms = now_ms - kDefaultSummaryMs;
  auto job = [query = std::move(query)](const JournalFiles& files, const JournalFiles::GiveUp& give_up) {
    return files.summary(query, give_up);
  };
  auto found = co_await answer(std::move(job), stop);
  if (found) found->until = now_ms;
  co_return found;
}

Task<Result<ContextReport>> Journal::context(ContextQuery query, Stop stop) {
  std::int64_t now_ms = clock_.now_ms();
  if (!query.since_ms && !query.task_id) query.since_ms = now_ms - kDefaultSummaryMs;
  auto job = [query = std::move(query)](const JournalFiles& files, const JournalFiles::GiveUp& give_up) {
    return files.context(query, give_up);
  };
  auto found = co_await answer(std::move(job), stop);
  if (found) found->until = now_ms;
  co_return found;
}

Task<Result<std::vector<std::string>>> Journal::days(Stop stop) {
  auto job = [](const JournalFiles& files, const JournalFiles::GiveUp&) { return files.days(); };
  auto found = co_await answer(job, stop);
  co_return found;
}

Task<Result<store::Tail>> Journal::read_day(std::string day, std::size_t max_bytes, Stop stop) {
  if (!day_start_ms(day)) co_return fail(ErrorCode::invalid_arguments, "a day is written YYYY-MM-DD");
  auto job = [&disk = files_, day, max_bytes](const JournalFiles& files, const JournalFiles::GiveUp&) {
    return store::read_tail(disk, files.path_of(day), max_bytes);
  };
  auto tail = co_await answer(std::move(job), stop);
  if (!tail) co_return std::unexpected(std::move(tail).error());
  if (!*tail) co_return fail(ErrorCode::resource_not_found, cat("the journal has no file of ", day));
  co_return std::move(**tail);
}

}  // namespace oc::journal
