#include "bridge/bridge.h"

#include <algorithm>

#include "base/text.h"
#include "json/write.h"
#include "store/atomic_file.h"

namespace oc::bridge {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr std::size_t kMostAtOnce = 100;
// One who asks again and again is connected in between.
constexpr milliseconds kPollGap = 30s;
const ExecutorId kHere = "this server";

// Its being there is what it says.
std::string pairing_file(const std::string& directory) {
  return cat(directory, "/paired.json");
}

}  // namespace

Bridge::Bridge(BridgeParts parts, BridgeOptions options)
    : parts_(parts),
      options_(std::move(options)),
      broker_(parts.clock, options_.limits),
      changed_(parts.executor),
      time_moved_(parts.executor),
      nursery_(parts.executor, parts.log) {
  was_paired_ = parts_.files.exists(pairing_file(options_.directory)).value_or(false);
}

Bridge::~Bridge() = default;

Task<Result<void>> Bridge::open(Stop stop) {
  while (is_opening_) {
    bool woken = co_await changed_.wait(stop);
    if (!woken) co_return std::unexpected(stop.error());
  }
  if (is_open_) co_return Result<void>{};
  is_opening_ = true;
  struct Read {
    std::shared_ptr<CommandLog> log;
    std::vector<Command> commands;
  };
  auto read =
      co_await parts_.pool.run([&files = parts_.files, directory = options_.directory]() -> Result<Read> {
        auto log = CommandLog::open(files, directory);
        if (!log) return std::unexpected(std::move(log).error());
        auto commands = log->read();
        if (!commands) return std::unexpected(std::move(commands).error());
        return Read{std::make_shared<CommandLog>(std::move(*log)), std::move(*commands)};
      });
  is_opening_ = false;
  changed_.notify_all();
  if (!read) co_return std::unexpected(std::move(read).error());
  log_file_ = std::move(read->log);
  is_open_ = true;
  bool had_any = !read->commands.empty();
  broker_.restore(std::move(read->commands));
  log_bytes_ = had_any ? options_.log_bytes : 0;  // the next writing leaves out what is forgotten
  on_news();
  co_return Result<void>{};
}

Task<bool> Bridge::close(Stop stop) {
  closing_.request(StopReason::shutdown);
  changed_.notify_all();
  time_moved_.notify_all();
  bool joined = co_await nursery_.join(stop);
  co_return joined;
}

// --- hosts ---

Task<Result<std::string>> Bridge::submit(NewCommand command) {
  OC_CO_TRY(co_await open({}));
  auto id = broker_.submit(std::move(command));
  if (!id) co_return id;
  on_news();
  auto kept = co_await written();
  if (!kept) {
    broker_.withdraw(*id, Failure::of(kept.error().code, kept.error().message));
    co_return std::unexpected(std::move(kept).error());
  }
  co_return id;
}

Task<Result<json::object>> Bridge::result(std::string correlation_id, milliseconds wait, Stop stop) {
  OC_CO_TRY(co_await open(stop));
  StopSource limited{stop, std::chrono::steady_clock::now() + wait};
  while (true) {
    const Command* command = broker_.find(correlation_id);
    if (!command)
      co_return fail(ErrorCode::command_not_found,
                     cat("no command has the correlation_id '", shorten(one_line(correlation_id), 80), "'"));
    if (command->is_over()) {
      json::object status = status_of(*broker_.read(correlation_id));
      write_soon();
      co_return status;
    }
    if (wait.count() == 0) co_return status_of(*command);
    bool woken = co_await changed_.wait(limited.stop());
    if (woken) continue;
    if (stop.requested()) co_return std::unexpected(stop.error());
    wait = 0ms;  // how it stands at the end of the time
  }
}

// --- the log ---

void Bridge::on_news() {
  write_soon();
  changed_.notify_all();
  time_moved_.notify_all();
  if (!is_open_ || closing_.stop().requested()) return;
  if (!is_timing_) {
    is_timing_ = true;
    nursery_.start("command timers", keep_time());
  }
  deliver();
}

void Bridge::write_soon() {
  for (const Change& change : broker_.take_changes()) {
    const Command* command = broker_.find(change.correlation_id);
    if (command) lines_ += line_of(*command, change.with_params);
    ++noted_;
  }
  if ((lines_.empty() && !is_stale()) || is_writing_ || !is_open_) return;
  is_writing_ = true;
  nursery_.start("command log", write());
}

// What is forgotten leaves the disk, too: at once when nothing is left, else with the first pause of a
// minute.
bool Bridge::is_stale() const {
  if (forgotten_ == broker_.forgotten() || broker_.open() > 0) return false;
  return broker_.size() == 0 || parts_.clock.steady_now() - renewed_at_ > 1min;
}

Task<void> Bridge::write() {
  while (!lines_.empty() || is_stale()) {
    std::uint64_t upto = noted_;
    std::string lines = std::exchange(lines_, {});
    log_bytes_ += lines.size();
    bool anew = is_stale() || log_bytes_ >= std::max(options_.log_bytes, 2 * needed_bytes_);
    if (anew) {
      forgotten_ = broker_.forgotten();
      renewed_at_ = parts_.clock.steady_now();
      lines.clear();
      for (const Command* command : broker_.all())
        lines += line_of(*command, !command->is_private && !command->is_over());
      log_bytes_ = needed_bytes_ = lines.size();
    }
    auto done = co_await parts_.pool.run([log = log_file_, lines = std::move(lines), anew] {
      return anew ? log->rewrite(lines) : log->append(lines);
    });
    write_error_.reset();
    if (!done) {
      parts_.log.warn("bridge", "commands cannot be written down: ", done.error().message);
      write_error_ = std::move(done).error();
    }
    written_ = upto;
    changed_.notify_all();
  }
  is_writing_ = false;
}

Task<Result<void>> Bridge::written() {
  write_soon();
  std::uint64_t upto = noted_;
  while (written_ < upto) (void)co_await changed_.wait({});
  if (write_error_) co_return std::unexpected(*write_error_);
  co_return Result<void>{};
}

// --- delivery ---

bool Bridge::is_extension_connected() const {
  if (!channels_.empty() || pollers_ > 0) return true;
  return facts_.last_seen_at > 0 && parts_.clock.now_ms() - facts_.last_seen_at < kPollGap.count() &&
         facts_.connected;
}

ExtensionFacts Bridge::extension() const {
  ExtensionFacts facts = facts_;
  facts.connected = is_extension_connected();
  return facts;
}

void Bridge::hello(const ExecutorId& executor, std::string version, const std::vector<std::string>& running) {
  facts_ = {.connected = true, .version = std::move(version), .last_seen_at = parts_.clock.now_ms()};
  note_pairing();
  broker_.meet(executor, running);
  on_news();
}

void Bridge::note_pairing() {
  if (std::exchange(was_paired_, true)) return;
  nursery_.start("pairing", write_pairing());
  if (on_first_pairing_) on_first_pairing_();
}

Task<void> Bridge::write_pairing() {
  auto kept =
      co_await parts_.pool.run([&files = parts_.files, path = pairing_file(options_.directory),
                                text = json::write(json::object{{"paired_at", parts_.clock.now_ms()}})] {
        return store::write_atomically(files, path, text);
      });
  if (!kept) parts_.log.warn("bridge", "the pairing cannot be written down: ", kept.error().message);
}

void Bridge::add_channel(Channel& channel) {
  channels_.push_back(&channel);
  on_news();
}

void Bridge::remove_channel(Channel& channel) {
  std::erase(channels_, &channel);
  facts_.last_seen_at = parts_.clock.now_ms();
  facts_.connected = false;
  // Another connection of the same browser goes on with what this one had.
  bool has_other = std::ranges::any_of(
      channels_, [&](const Channel* other) { return other->executor() == channel.executor(); });
  if (!has_other) broker_.lose(channel.executor());
  on_news();
}

void Bridge::put_back(const std::vector<Command>& commands) {
  broker_.put_back(commands);
  on_news();
}

void Bridge::deliver() {
  if (run_here_ && broker_.has_queued(Carrier::cdp)) nursery_.start("commands here", run_queued_here());
  if (is_delivering_ || !open_channel() || !broker_.has_queued(Carrier::extension)) return;
  is_delivering_ = true;
  nursery_.start("commands to the extension", deliver_to_extension());
}

// On disk first: a server that is killed after this must not deliver to another session what may have begun.
Task<void> Bridge::deliver_to_extension() {
  while (Channel* channel = open_channel()) {
    ExecutorId executor = channel->executor();
    std::vector<Command> commands = broker_.take(Carrier::extension, executor, kMostAtOnce);
    if (commands.empty()) break;
    auto kept = co_await written();
    bool is_there = kept && std::ranges::find(channels_, channel) != channels_.end();
    if (is_there && channel->deliver(commands)) continue;
    broker_.put_back(commands);
    if (is_there || !kept) break;  // it is about to be removed, or nothing can be written down
  }
  is_delivering_ = false;
  changed_.notify_all();  // one who asks may have what is left
}

Task<std::vector<Command>> Bridge::poll(ExecutorId executor, milliseconds wait, Stop stop) {
  std::vector<Command> out;
  auto opened = co_await open(stop);
  if (!opened) co_return out;
  facts_.connected = true;
  note_pairing();
  ++pollers_;
  StopSource limited{stop, std::chrono::steady_clock::now() + wait};
  StopCallback closing =
      closing_.stop().on_stop([limited]() mutable { limited.request(StopReason::shutdown); });
  while (true) {
    if (!is_delivering_) out = broker_.take(Carrier::extension, executor, kMostAtOnce);
    if (!out.empty() || wait.count() == 0) break;
    bool woken = co_await changed_.wait(limited.stop());
    if (!woken) break;
  }
  --pollers_;
  facts_.last_seen_at = parts_.clock.now_ms();
  if (out.empty()) co_return out;
  on_news();  // they have another time to keep now
  auto kept = co_await written();
  if (kept && !stop.requested()) co_return out;
  put_back(out);
  co_return std::vector<Command>{};
}

Task<Verdict> Bridge::report(Report report) {
  auto opened = co_await open({});
  if (!opened) co_return Verdict::unknown;
  facts_.last_seen_at = parts_.clock.now_ms();
  refuse_foreign_page(report);
  co_return co_await take_report(std::move(report));
}

// A page can send a browser on: where it came to in the end is judged, not only where it was sent.
void Bridge::refuse_foreign_page(Report& report) const {
  const Command* command = broker_.find(report.correlation_id);
  bool names_page = command && (command->action == "navigate" || command->action == "get_text");
  const json::object* page = names_page && report.result ? report.result->if_object() : nullptr;
  auto url = page ? json::find_string(*page, "url") : std::nullopt;
  if (!url || !judge_) return;
  auto allowed = judge_(*url);
  if (allowed) return;
  report.state = CommandState::error;
  report.result.reset();
  report.failure = Failure::of(
      allowed.error().code, cat("the tab is now at a page that may not be read: ", allowed.error().message));
}

Task<Verdict> Bridge::take_report(Report report) {
  if (clean_ && report.result) clean_(*report.result);
  if (clean_ && report.failure) {
    json::value message(report.failure->message);
    clean_(message);
    report.failure->message = std::string{json::view(message.get_string())};
  }
  if (report.result && report.state == CommandState::complete) {
    std::optional<Failure> failure;
    report.result = co_await fit(std::move(*report.result), failure);
    if (failure) {
      report.state = CommandState::error;
      report.result.reset();
      report.failure = std::move(failure);
    }
  }
  Verdict verdict = broker_.report(std::move(report));
  on_news();
  (void)co_await written();
  co_return verdict;
}

Task<json::value> Bridge::fit(json::value result, std::optional<Failure>& failure) {
  if (!json::is_longer_than(result, options_.inline_bytes)) co_return result;
  if (json::is_longer_than(result, options_.largest_result)) {
    failure = Failure::of(ErrorCode::result_too_large,
                          cat("the result is longer than ", options_.largest_result / 1024 / 1024, " MiB"));
    co_return nullptr;
  }
  if (!store_) co_return result;
  auto stored = co_await store_(std::move(result));
  if (stored) co_return std::move(*stored);
  failure = Failure::of(stored.error().code, stored.error().message);
  co_return nullptr;
}

// --- here ---

// On disk first, here too: the next server must not do again what this one began.
Task<void> Bridge::run_queued_here() {
  std::vector<Command> commands = broker_.take(Carrier::cdp, kHere, kMostAtOnce);
  if (commands.empty()) co_return;
  auto kept = co_await written();
  if (!kept) {
    broker_.put_back(commands);
    co_return;
  }
  for (Command& command : commands) {
    Verdict verdict = broker_.report({.correlation_id = command.correlation_id});
    if (verdict == Verdict::accepted) nursery_.start("command here", run_one_here(std::move(command)));
  }
  write_soon();
}

Task<void> Bridge::run_one_here(Command command) {
  StopSource limited{closing_.stop(), std::chrono::steady_clock::now() + milliseconds{command.timeout_ms}};
  Report outcome{.correlation_id = command.correlation_id, .state = CommandState::complete};
  auto result = co_await run_here_(std::move(command), limited.stop());
  if (result) {
    outcome.result = std::move(*result);
  } else {
    bool is_late = result.error().code == ErrorCode::timeout;
    outcome.state = is_late ? CommandState::timeout : CommandState::error;
    outcome.failure =
        Failure::of(is_late ? ErrorCode::execution_timeout : result.error().code, result.error().message);
    if (!result.error().hint.empty()) outcome.failure->hint = result.error().hint;
    if (result.error().code == ErrorCode::outcome_unknown) outcome.failure->outcome_unknown = true;
  }
  (void)co_await take_report(std::move(outcome));
}

// --- time ---

Task<void> Bridge::keep_time() {
  while (!closing_.stop().requested()) {
    auto due = broker_.next_due();
    if (!due) break;
    SteadyTime now = parts_.clock.steady_now();
    if (*due > now) {
      StopSource until{closing_.stop(), std::chrono::steady_clock::now() + (*due - now)};
      (void)co_await time_moved_.wait(until.stop());
      continue;
    }
    broker_.expire();
    on_news();
  }
  is_timing_ = false;
}

}  // namespace oc::bridge
