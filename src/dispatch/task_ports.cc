#include "dispatch/task_ports.h"

#include <utility>

#include "base/text.h"
#include "json/redact.h"

namespace oc::dispatch {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kRecordEvery{200};
// A tool that reports faster than the disk takes it loses events, not memory.
constexpr std::size_t kMostWaiting = 1000;
constexpr std::size_t kMessageBytes = 500;

}  // namespace

TaskPorts::TaskPorts(ledger::TaskLedger& ledger, const Clock& clock, Nursery& nursery, ledger::TaskId id,
                     std::unique_ptr<tool::ProgressPort> listener)
    : ledger_(ledger),
      clock_(clock),
      nursery_(nursery),
      id_(std::move(id)),
      listener_(std::move(listener)),
      changed_(nursery.executor()) {}

tool::Ports TaskPorts::ports(Stop stop) {
  tool::Ports out = tool::silent_ports(std::move(stop));
  out.progress = this;
  out.messages = this;
  out.items = this;
  return out;
}

void TaskPorts::report(const tool::Progress& progress) {
  progress_ = ledger::TaskProgress{.done = progress.done, .total = progress.total};
  if (!progress.message.empty())
    progress_->message = shorten(one_line(json::redact_text(progress.message)), kMessageBytes);
  is_record_stale_ = true;
  add(ledger::EventKind::progress, ledger::TaskProgress::record().encode(*progress_));
  if (listener_) listener_->report(progress);
}

void TaskPorts::message(tool::MessageLevel level, std::string_view, json::value data) {
  add(ledger::EventKind::log, json::object{{"level", word_of(level)}, {"data", std::move(data)}});
}

Task<Result<void>> TaskPorts::keep(json::value unit) {
  auto kept = co_await ledger_.append_item(id_, unit);
  co_return kept;
}

void TaskPorts::add(ledger::EventKind kind, json::value data) {
  if (events_.size() < kMostWaiting) events_.push_back({clock_.now_ms(), kind, std::move(data)});
  if (!std::exchange(is_writing_, true)) {
    nursery_.start("task events", write());
  } else {
    changed_.notify_all();
  }
}

Task<void> TaskPorts::write() {
  while (!events_.empty() || (is_record_stale_ && !is_ending_)) {
    if (!events_.empty()) {
      // History that cannot be written is no reason to end the work; items and the result are.
      (void)co_await ledger_.append_events(id_, std::exchange(events_, {}));
      continue;
    }
    SteadyTime due = recorded_at_ + kRecordEvery;
    if (std::chrono::steady_clock::now() < due) {
      (void)co_await changed_.wait(StopSource{Stop{}, due}.stop());
      continue;
    }
    is_record_stale_ = false;
    recorded_at_ = std::chrono::steady_clock::now();
    (void)co_await ledger_.note_progress(id_, *progress_);
  }
  is_writing_ = false;
  changed_.notify_all();
}

Task<void> TaskPorts::flush() {
  is_ending_ = true;
  changed_.notify_all();
  while (is_writing_) (void)co_await changed_.wait({});
}

}  // namespace oc::dispatch
