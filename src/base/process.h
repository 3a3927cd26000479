// Processes: start one, watch it end, end it; and facts about any process from /proc.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/task.h"

namespace oc {

// Kernel ticks since boot at which the process started; with the pid it names a process beyond pid reuse.
std::optional<std::uint64_t> process_start_ticks(pid_t pid);
// Is the very process there that was noted by its pid and these ticks?
bool is_running(std::int64_t pid, std::int64_t start_ticks);
std::uint64_t resident_bytes(pid_t pid);
std::uint64_t group_resident_bytes(pid_t group);  // of all processes of a process group together
std::string command_line(pid_t pid);              // words separated by spaces; empty when there is none
std::size_t open_descriptors();                   // of this process
std::string own_executable();                     // absolute path of the running program
std::string boot_id();                            // another after every start of the machine
std::string host_name();

// Which descriptors of the child are our pipes: its stdin and stdout, or 3 (it reads) and 4 (it writes), as
// Chrome's debugging pipe wants them; the standard ones are /dev/null then.
enum class PipeEnds : std::uint8_t { standard, three_and_four };

struct SpawnOptions {
  std::vector<std::string> command;  // [0] is looked up on PATH
  bool keep_stderr = true;           // else /dev/null
  PipeEnds pipes = PipeEnds::standard;
  bool own_group = false;  // a process group of its own: our terminal's Ctrl-C does not reach it, and it can
                           // be ended whole
  bool dies_with_us = false;  // also when we are killed
};

// A child with two pipes. No other descriptor of ours reaches it. The destructor kills and reaps a child that
// still runs, with its group if it has one of its own.
class ChildProcess {
 public:
  static Result<ChildProcess> spawn(const SpawnOptions& options);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();

  pid_t pid() const { return pid_; }
  int stdin_fd() const { return stdin_; }
  int stdout_fd() const { return stdout_; }
  // Hands over our ends of the pipes: what we write to, what we read from.
  std::pair<int, int> take_pipes() { return {std::exchange(stdin_, -1), std::exchange(stdout_, -1)}; }
  void close_stdin();
  void signal(int number) const;
  // Exit status as the shell counts it (128 + signal), or nothing when the stop came first.
  Task<std::optional<int>> wait(Stop stop);

 private:
  ChildProcess(pid_t pid, int pidfd, int in, int out, bool own_group)
      : pid_(pid), pidfd_(pidfd), stdin_(in), stdout_(out), own_group_(own_group) {}
  std::optional<int> reap(bool block);

  pid_t pid_;
  int pidfd_;
  int stdin_;
  int stdout_;
  bool own_group_;
  std::optional<int> status_;
};

// Standard output and exit status of a program that gets no input, bounded in size and by the stop.
struct ProgramOutput {
  int status;
  std::string output;
};
Task<Result<ProgramOutput>> run_program(SpawnOptions options, std::size_t max_bytes, Stop stop);

// Waits until `pid` has ended; works for processes that are not our children.
Task<bool> wait_for_exit_of(pid_t pid, Stop stop);

}  // namespace oc
