#include "bridge/command_broker.h"

#include <algorithm>

#include "base/text.h"

namespace oc::bridge {
namespace {

using std::chrono::milliseconds;

Failure with_reason(Failure failure, std::string_view reason, bool is_unknown) {
  failure.reason = std::string{reason};
  if (is_unknown) failure.outcome_unknown = true;
  return failure;
}

Failure lost(std::string message) {
  Failure failure = Failure::of(ErrorCode::executor_lost, std::move(message));
  failure.outcome_unknown = true;
  return failure;
}

}  // namespace

Result<std::string> CommandBroker::submit(NewCommand from) {
  if (open_ >= limits_.queued) {
    std::int64_t wait = limits_.no_response.count();
    if (auto due = next_due()) {
      auto left = std::chrono::duration_cast<milliseconds>(*due - clock_.steady_now()).count();
      wait = std::clamp<std::int64_t>(left, 50, wait);
    }
    return std::unexpected(Error{ErrorCode::queue_full,
                                 cat(open_, " commands have not ended; this one was not queued"),
                                 {},
                                 json::object{{"retry_after_ms", wait}}});
  }
  std::int64_t now = clock_.now_ms();
  std::string id = new_correlation_id(now);
  Entry made{.command = {.correlation_id = id,
                         .number = next_number_++,
                         .action = std::move(from.action),
                         .params = std::move(from.params),
                         .carrier = from.carrier,
                         .timeout_ms = from.timeout.count(),
                         .queue_ttl_ms = from.queue_ttl.count(),
                         .idempotent = from.idempotent,
                         .is_private = from.is_private,
                         .caller = std::move(from.caller),
                         .created_at = now}};
  Entry& kept = entries_.emplace(id, std::move(made)).first->second;
  ++open_;
  queue_.push_back(id);
  set_due(kept, from.queue_ttl);
  note(kept, true);
  return id;
}

bool CommandBroker::has_queued(Carrier carrier) const {
  return std::ranges::any_of(
      queue_, [&](const std::string& id) { return entries_.at(id).command.carrier == carrier; });
}

std::vector<Command> CommandBroker::take(Carrier carrier, const ExecutorId& executor, std::size_t most) {
  std::vector<Command> out;
  std::deque<std::string> waiting = std::exchange(queue_, {});
  for (std::string& id : waiting) {
    Entry& one = entries_.at(id);
    if (one.command.carrier != carrier || out.size() >= most) {
      queue_.push_back(std::move(id));
      continue;
    }
    // Whether it began there nobody can say any more.
    bool may_have_begun = one.command.epoch && *one.command.epoch != executor && !one.command.idempotent;
    if (may_have_begun) {
      finish(one, CommandState::error,
             lost("the browser that it was given to ended; it may have begun there"));
      continue;
    }
    one.executor = executor;
    one.epoch_before = std::exchange(one.command.epoch, executor);
    one.delivered_before = std::exchange(one.command.delivered_at, clock_.now_ms());
    move(one, CommandState::delivered);
    set_due(one, limits_.no_response);
    note(one);
    out.push_back(one.command);
  }
  return out;
}

void CommandBroker::put_back(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    Entry* found = entry(command.correlation_id);
    if (!found || found->command.epoch != command.epoch) continue;
    if (found->command.state == CommandState::delivered) requeue(*found);
    if (found->command.state != CommandState::queued) continue;
    // An earlier delivery may have arrived all the same.
    found->command.epoch = found->epoch_before;
    found->command.delivered_at = found->delivered_before;
    note(*found);
  }
  sort_queue();
}

void CommandBroker::withdraw(std::string_view correlation_id, Failure failure) {
  Entry* found = entry(correlation_id);
  if (!found || found->command.state != CommandState::queued) return;
  std::erase(queue_, found->command.correlation_id);
  finish(*found, CommandState::error, std::move(failure));
}

// Waits again for as long as it may, and at least for what is left of the time to answer.
void CommandBroker::requeue(Entry& entry) {
  move(entry, CommandState::queued);
  entry.executor.clear();
  queue_.push_back(entry.command.correlation_id);
  milliseconds left{entry.command.created_at + entry.command.queue_ttl_ms - clock_.now_ms()};
  if (clock_.steady_now() + left > entry.due) set_due(entry, left);
  note(entry);
}

void CommandBroker::sort_queue() {
  std::ranges::sort(queue_, {}, [&](const std::string& id) { return entries_.at(id).command.number; });
}

Verdict CommandBroker::report(Report report) {
  Entry* found = entry(report.correlation_id);
  if (!found) return Verdict::unknown;
  Command& command = found->command;
  bool goes_on = report.state == CommandState::running;
  if (command.is_over()) {
    if (goes_on) return Verdict::late;
    bool is_same = command.state == report.state ||
                   (command.state == CommandState::expired && report.state == CommandState::complete);
    if (is_same) return Verdict::duplicate;
    if (report.result && !command.late_result) {
      command.late_result = std::move(report.result);
      note(*found);
    }
    return Verdict::late;
  }
  // An answer to what had been put back into the queue: it was not lost after all.
  if (command.state == CommandState::queued) {
    if (!command.epoch) return Verdict::unknown;
    std::erase(queue_, command.correlation_id);
    command.state = CommandState::delivered;
  }
  found->is_adrift = false;
  if (goes_on) {
    if (command.state == CommandState::delivered) {
      command.started_at = clock_.now_ms() - report.elapsed.count();
      move(*found, CommandState::running);
      note(*found);
    }
    set_running_due(*found);
    return Verdict::accepted;
  }
  if (report.result && report.state == CommandState::complete) command.result = std::move(report.result);
  finish(*found, report.state, std::move(report.failure));
  return Verdict::accepted;
}

void CommandBroker::lose(const ExecutorId& executor) {
  for (auto& [id, one] : entries_) {
    if (one.executor != executor || one.command.is_over()) continue;
    if (one.command.state == CommandState::delivered) {
      requeue(one);
    } else if (one.command.state == CommandState::running && !one.is_adrift) {
      one.is_adrift = true;
      set_due(one, limits_.no_response);
    }
  }
  sort_queue();
}

void CommandBroker::meet(const ExecutorId& executor, const std::vector<std::string>& running) {
  for (auto& [id, one] : entries_) {
    if (one.command.epoch != executor || one.command.is_over()) continue;
    bool runs = std::ranges::find(running, id) != running.end();
    if (runs) {
      // Also what had been put back, or was given out by a server before this one.
      (void)report({.correlation_id = id});
      one.executor = executor;
    } else if (one.command.state == CommandState::running) {
      finish(one, CommandState::error, lost("the extension was restarted while it ran"));
    } else if (one.command.state == CommandState::delivered) {
      requeue(one);
    }
  }
  sort_queue();
}

const Command* CommandBroker::find(std::string_view correlation_id) const {
  auto found = entries_.find(correlation_id);
  return found == entries_.end() ? nullptr : &found->second.command;
}

const Command* CommandBroker::read(std::string_view correlation_id) {
  Entry* found = entry(correlation_id);
  if (!found) return nullptr;
  if (found->command.is_over() && !found->command.read_at) {
    found->command.read_at = clock_.now_ms();
    set_due(*found, limits_.remembered);
    note(*found);
  }
  return &found->command;
}

std::vector<const Command*> CommandBroker::all() const {
  std::vector<const Command*> out;
  for (const auto& [id, one] : entries_) out.push_back(&one.command);
  std::ranges::sort(out, {}, &Command::number);
  return out;
}

std::vector<const Command*> CommandBroker::unfinished() const {
  std::vector<const Command*> out = all();
  std::erase_if(out, [](const Command* one) { return one->is_over(); });
  return out;
}

std::vector<const Command*> CommandBroker::completed() const {
  std::vector<const Command*> out = all();
  std::erase_if(out, [](const Command* one) { return one->state != CommandState::complete; });
  return out;
}

std::optional<SteadyTime> CommandBroker::next_due() const {
  if (timers_.empty()) return std::nullopt;
  return timers_.top().due;
}

void CommandBroker::expire() {
  SteadyTime now = clock_.steady_now();
  while (!timers_.empty() && timers_.top().due <= now) {
    Timer timer = timers_.top();
    timers_.pop();
    Entry* found = entry(timer.correlation_id);
    if (found && found->due == timer.due) on_due(*found);  // else it was set again since
  }
}

void CommandBroker::on_due(Entry& entry) {
  switch (entry.command.state) {
    case CommandState::queued:
    case CommandState::delivered:
      return fail_unanswered(entry);
    case CommandState::running:
      if (entry.is_adrift)
        return finish(entry, CommandState::error, lost("the extension went away while it ran"));
      return finish(entry, CommandState::timeout,
                    Failure::of(ErrorCode::execution_timeout,
                                cat("it did not finish within ", entry.command.timeout_ms, " ms")));
    case CommandState::complete:
      if (entry.command.read_at) break;
      entry.command.expired_at = clock_.now_ms();
      move(entry, CommandState::expired);
      entry.command.result.reset();
      failures_.push_front({entry.command.correlation_id, status_of(entry.command)});
      if (failures_.size() > limits_.failures) failures_.pop_back();
      set_due(entry, limits_.remembered);
      note(entry);
      return;
    case CommandState::error:
    case CommandState::timeout:
    case CommandState::expired:
      break;
  }
  std::string id = entry.command.correlation_id;
  std::erase(ended_, id);
  forget(id);
}

void CommandBroker::fail_unanswered(Entry& entry) {
  Command& command = entry.command;
  if (command.state == CommandState::queued) std::erase(queue_, command.correlation_id);
  bool was_delivered = command.epoch.has_value();
  Failure failure = Failure::of(
      ErrorCode::extension_no_response,
      was_delivered ? "the extension took the command and did not answer" : "no extension took the command");
  finish(entry, CommandState::error,
         with_reason(std::move(failure), was_delivered ? "no_answer" : "not_delivered", was_delivered));
}

void CommandBroker::finish(Entry& entry, CommandState to, std::optional<Failure> failure) {
  Command& command = entry.command;
  move(entry, to);
  command.failure = std::move(failure);
  // How far it came nobody knows.
  if (to == CommandState::timeout && command.failure && may_change_page(command.action))
    command.failure->outcome_unknown = true;
  command.ended_at = clock_.now_ms();
  command.params.reset();
  entry.is_adrift = false;
  --open_;
  ended_.push_back(command.correlation_id);
  set_due(entry, to == CommandState::complete ? limits_.unread : limits_.remembered);
  note(entry);
  if (to != CommandState::complete) {
    failures_.push_front({command.correlation_id, status_of(command)});
    if (failures_.size() > limits_.failures) failures_.pop_back();
  }
  forget_oldest();
}

void CommandBroker::forget(const std::string& id) {
  entries_.erase(id);
  ++forgotten_;
}

void CommandBroker::forget_oldest() {
  while (ended_.size() > limits_.kept) {
    forget(ended_.front());
    ended_.pop_front();
  }
}

void CommandBroker::restore(std::vector<Command> commands) {
  std::int64_t now = clock_.now_ms();
  for (Command& command : commands) {
    next_number_ = std::max(next_number_, command.number + 1);
    std::string id = command.correlation_id;
    Entry& one = entries_.emplace(id, Entry{.command = std::move(command)}).first->second;
    CommandState state = one.command.state;
    if (is_final(state)) {
      ended_.push_back(id);
      bool is_unread = state == CommandState::complete && !one.command.read_at;
      milliseconds kept = is_unread ? limits_.unread : limits_.remembered;
      set_due(one, kept - milliseconds{std::max<std::int64_t>(0, now - one.command.ended_at.value_or(now))});
      if (state != CommandState::complete) failures_.push_front({id, status_of(one.command)});
      continue;
    }
    ++open_;
    // What was on its way is offered again: the session of the browser that had it knows whether it began.
    if (state == CommandState::delivered && one.command.carrier == Carrier::extension)
      one.command.state = state = CommandState::queued;
    if (state != CommandState::queued || !one.command.params) {
      bool may_have_begun = state != CommandState::queued || one.command.epoch;
      Failure failure =
          Failure::of(ErrorCode::orphaned, may_have_begun ? "the server ended while it was under way"
                                                          : "the server ended before it was delivered");
      failure.hint = may_have_begun ? "Look at the page: it may have been done." : "Submit it again.";
      if (may_have_begun) failure.outcome_unknown = true;
      finish(one, CommandState::error, std::move(failure));
      continue;
    }
    queue_.push_back(id);
    std::int64_t until = one.command.created_at + one.command.queue_ttl_ms;
    if (one.command.delivered_at)
      until = std::max(until, *one.command.delivered_at + limits_.no_response.count());
    set_due(one, milliseconds{until - now});
  }
  while (failures_.size() > limits_.failures) failures_.pop_back();
  expire();
}

CommandBroker::Entry* CommandBroker::entry(std::string_view correlation_id) {
  auto found = entries_.find(correlation_id);
  return found == entries_.end() ? nullptr : &found->second;
}

void CommandBroker::set_due(Entry& entry, milliseconds from_now) {
  entry.due = clock_.steady_now() + from_now;
  timers_.push({entry.due, entry.command.correlation_id});
}

void CommandBroker::set_running_due(Entry& entry) {
  std::int64_t begun = entry.command.started_at.value_or(clock_.now_ms());
  std::int64_t gone = std::max<std::int64_t>(0, clock_.now_ms() - begun);
  set_due(entry, milliseconds{entry.command.timeout_ms - gone} + limits_.grace);
}

// Every change of a state passes here; one that the table does not know is a defect.
void CommandBroker::move(Entry& entry, CommandState to) {
  if (!may_become(entry.command.state, to))
    throw std::logic_error(
        cat("a command that is ", word_of(entry.command.state), " cannot become ", word_of(to)));
  entry.command.state = to;
}

void CommandBroker::note(const Entry& entry, bool with_params) {
  changes_.push_back({entry.command.correlation_id, with_params && !entry.command.is_private});
}

}  // namespace oc::bridge
