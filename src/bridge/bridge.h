// Bridge: the broker at work. Commands are written down before they are answered for and before they are
// delivered; extensions take them over a WebSocket or by asking; this server's own browser is an executor
// like any other. All functions belong to the loop.
#pragma once
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/task.h"
#include "base/worker_pool.h"
#include "bridge/command_broker.h"
#include "bridge/command_log.h"

namespace oc::bridge {

// Runs a command in the browser of this server.
using RunHere = std::function<Task<Result<json::value>>(Command command, Stop stop)>;
// Stores what is too long to be handed around, and gives what describes it.
using StoreResult = std::function<Task<Result<json::value>>(json::value result)>;

// Makes what a page said harmless, before anybody reads it or it is written down.
using CleanResult = std::function<void(json::value& result)>;

// May what is at this address be told?
using JudgeAddress = std::function<Result<void>(std::string_view url)>;

struct BridgeParts {
  store::FileSystem& files;
  WorkerPool& pool;
  const Clock& clock;
  Logger& log;
  oc::Executor executor;
};

struct BridgeOptions {
  std::string directory;
  BrokerLimits limits = {};
  std::size_t inline_bytes = 256 * 1024;  // of a result; longer ones are stored
  std::size_t largest_result = 32 * 1024 * 1024;
  std::size_t log_bytes = 4 * 1024 * 1024;  // then the log is written anew
};

// Where commands go: a WebSocket of an extension.
class Channel {
 public:
  virtual ~Channel() = default;
  virtual const ExecutorId& executor() const = 0;
  // False when it is closed: the commands are then taken back.
  virtual bool deliver(const std::vector<Command>& commands) = 0;
};

struct ExtensionFacts {
  bool connected = false;
  std::string version;            // of the one that spoke last
  std::int64_t last_seen_at = 0;  // 0: never
};

class Bridge {
 public:
  Bridge(BridgeParts parts, BridgeOptions options);
  Bridge(const Bridge&) = delete;
  Bridge& operator=(const Bridge&) = delete;
  // REQUIRES: close() has returned, or nothing runs the loop any more.
  ~Bridge();

  // REQUIRES: before the first command.
  void run_here_with(RunHere run) { run_here_ = std::move(run); }
  void store_with(StoreResult store) { store_ = std::move(store); }
  void clean_with(CleanResult clean) { clean_ = std::move(clean); }
  void judge_with(JudgeAddress judge) { judge_ = std::move(judge); }
  // Reads what the last server left. Later calls return at once.
  Task<Result<void>> open(Stop stop);
  Task<bool> close(Stop stop);

  // For hosts: the correlation id, once the command is written down.
  Task<Result<std::string>> submit(NewCommand command);
  // How it stands; waits until it has ended, but not longer than the time. command_not_found.
  Task<Result<json::object>> result(std::string correlation_id, std::chrono::milliseconds wait, Stop stop);
  CommandBroker& broker() { return broker_; }

  // For extensions:
  // Is there a door that one could come in by?
  bool is_reachable() const { return is_reachable_; }
  void set_reachable() { is_reachable_ = true; }
  bool is_extension_connected() const;
  // Has an extension ever been paired with this home?
  bool was_paired() const { return was_paired_; }
  // REQUIRES: before the first extension.
  void on_first_pairing(std::function<void()> told) { on_first_pairing_ = std::move(told); }
  ExtensionFacts extension() const;
  void hello(const ExecutorId& executor, std::string version, const std::vector<std::string>& running);
  void add_channel(Channel& channel);
  void remove_channel(Channel& channel);
  // Commands for one who asks; waits for the first, but not longer than the time.
  Task<std::vector<Command>> poll(ExecutorId executor, std::chrono::milliseconds wait, Stop stop);
  // They did not arrive.
  void put_back(const std::vector<Command>& commands);
  Task<Verdict> report(Report report);

 private:
  void note_pairing();
  Task<void> write_pairing();
  void on_news();
  void write_soon();
  bool is_stale() const;
  Task<void> write();
  Task<Result<void>> written();
  void deliver();
  Task<void> deliver_to_extension();
  Task<void> run_queued_here();
  Task<void> run_one_here(Command command);
  Task<void> keep_time();
  void refuse_foreign_page(Report& report) const;
  Task<Verdict> take_report(Report report);
  Task<json::value> fit(json::value result, std::optional<Failure>& failure);
  Channel* open_channel() const { return channels_.empty() ? nullptr : channels_.back(); }

  BridgeParts parts_;
  BridgeOptions options_;
  CommandBroker broker_;
  RunHere run_here_;
  StoreResult store_;
  CleanResult clean_;
  JudgeAddress judge_;
  std::shared_ptr<CommandLog> log_file_;
  std::function<void()> on_first_pairing_;
  bool was_paired_ = false;
  bool is_reachable_ = false;
  bool is_open_ = false;
  bool is_opening_ = false;
  bool is_writing_ = false;
  bool is_delivering_ = false;
  bool is_timing_ = false;
  std::uint64_t noted_ = 0;    // changes that are to be written
  std::uint64_t written_ = 0;  // of these on disk
  std::optional<Error> write_error_;
  std::string lines_;
  std::size_t log_bytes_ = 0;
  std::uint64_t forgotten_ = 0;  // when it was last written anew
  SteadyTime renewed_at_ = {};
  std::size_t needed_bytes_ = 0;  // of it, when it was last written anew
  std::vector<Channel*> channels_;
  std::size_t pollers_ = 0;
  ExtensionFacts facts_;
  Signal changed_;  // anything: a command, its end, a line on disk
  Signal time_moved_;
  StopSource closing_;
  Nursery nursery_;
};

}  // namespace oc::bridge
