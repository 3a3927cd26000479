// CommandBroker: the life of commands. One table of states, one timer heap; no files, no sockets, and time
// only from its clock. Whoever owns it writes down what `take_changes` gives and wakes it when `next_due`
// has come.
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "bridge/command.h"

namespace oc::bridge {

struct BrokerLimits {
  std::size_t queued = 100;    // that have not ended
  std::size_t failures = 100;  // the ring that failed_commands lists
  std::size_t kept = 10'000;   // that have ended
  std::chrono::milliseconds no_response{3'000};
  std::chrono::milliseconds grace{1'000};         // after timeout_ms, for the executor to tell it itself
  std::chrono::milliseconds unread{60'000};       // then a result expires
  std::chrono::milliseconds remembered{600'000};  // what was read, or failed
};

// Who carries commands out: a session of a browser, by its epoch, or this server itself.
using ExecutorId = std::string;

struct Report {
  std::string correlation_id;
  CommandState state = CommandState::running;  // running: it has begun and goes on
  std::optional<json::value> result = std::nullopt;
  std::optional<Failure> failure = std::nullopt;
  std::chrono::milliseconds elapsed{0};  // since it began
};
enum class Verdict : std::uint8_t { accepted, duplicate, late, unknown };

// A line for the log: the command as it stands, with or without what is long.
struct Change {
  std::string correlation_id;
  bool with_params = false;
};

class CommandBroker {
 public:
  explicit CommandBroker(const Clock& clock, BrokerLimits limits = {}) : clock_(clock), limits_(limits) {}

  // queue_full when too many have not ended.
  Result<std::string> submit(NewCommand command);
  // Commands that wait for this carrier are delivered from now on, oldest first. What may have begun in
  // another session of the browser is not delivered again, but ended.
  std::vector<Command> take(Carrier carrier, const ExecutorId& executor, std::size_t most);
  bool has_queued(Carrier carrier) const;
  // They were taken, but surely never arrived: as if they had not been.
  void put_back(const std::vector<Command>& commands);
  Verdict report(Report report);
  // Ends what has not been delivered: it could not be accepted after all.
  void withdraw(std::string_view correlation_id, Failure failure);
  // The executor went away. What has not begun waits again; what has begun gets a moment to come back.
  void lose(const ExecutorId& executor);
  // It is back, or new: of what it was given it has begun these, and the others it does not know.
  void meet(const ExecutorId& executor, const std::vector<std::string>& running);

  const Command* find(std::string_view correlation_id) const;
  // The same by whoever wanted to know: a result that was read does not expire so soon.
  const Command* read(std::string_view correlation_id);
  std::vector<const Command*> unfinished() const;  // oldest first
  std::vector<const Command*> completed() const;
  // Newest first; also of commands that are forgotten.
  struct Failed {
    std::string correlation_id;
    json::object status;
  };
  const std::deque<Failed>& failures() const { return failures_; }

  // When expire() has something to do.
  std::optional<SteadyTime> next_due() const;
  void expire();

  // What a log held: those that had begun are orphaned, others go on with the time they have left.
  void restore(std::vector<Command> commands);
  // How many commands are known no more.
  std::uint64_t forgotten() const { return forgotten_; }
  std::size_t open() const { return open_; }  // that have not ended
  std::size_t size() const { return entries_.size(); }
  std::vector<Change> take_changes() { return std::exchange(changes_, {}); }
  std::vector<const Command*> all() const;

 private:
  struct Entry {
    Command command;
    ExecutorId executor = {};
    SteadyTime due = {};
    bool is_adrift = false;  // it runs, and its executor went away
    // As they were before it was taken last.
    std::optional<ExecutorId> epoch_before = {};
    std::optional<std::int64_t> delivered_before = {};
  };
  struct Timer {
    SteadyTime due;
    std::string correlation_id;
    bool operator>(const Timer& other) const { return due > other.due; }
  };

  Entry* entry(std::string_view correlation_id);
  void set_due(Entry& entry, std::chrono::milliseconds from_now);
  void set_running_due(Entry& entry);
  void move(Entry& entry, CommandState to);
  void finish(Entry& entry, CommandState to, std::optional<Failure> failure);
  void fail_unanswered(Entry& entry);
  void on_due(Entry& entry);
  void forget(const std::string& id);
  void forget_oldest();
  void requeue(Entry& entry);
  void sort_queue();
  void note(const Entry& entry, bool with_params = false);

  const Clock& clock_;
  BrokerLimits limits_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::deque<std::string> queue_;  // ids that wait, oldest first
  std::deque<std::string> ended_;  // oldest first
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
  std::deque<Failed> failures_;
  std::vector<Change> changes_;
  std::uint64_t forgotten_ = 0;
  std::int64_t next_number_ = 1;
  std::size_t open_ = 0;
};

}  // namespace oc::bridge

template <>
struct oc::EnumWords<oc::bridge::Verdict> {
  static constexpr std::array<std::string_view, 4> words{"accepted", "duplicate", "late", "unknown"};
};
