#include "base/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/stop_trigger.h"

extern char** environ;

namespace oc {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream file{path};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

int open_pidfd(pid_t pid) {
  return static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
}

// Waits until the descriptor is readable; false when the stop came first.
Task<bool> wait_readable(int fd, Stop stop) {
  if (stop.requested()) co_return false;
  asio::posix::stream_descriptor descriptor{co_await asio::this_coro::executor, fd};
  StopTrigger trigger{descriptor.get_executor(), stop, [&descriptor] { descriptor.cancel(); }};
  boost::system::error_code error;
  co_await descriptor.async_wait(asio::posix::descriptor_base::wait_read,
                                 asio::redirect_error(asio::use_awaitable, error));
  descriptor.release();
  co_return !error;
}

struct Pipe {
  int read = -1;
  int write = -1;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    // Clear of 0–4: a dup2 in the child must not fall upon an end that is still needed.
    read = fcntl(ends[0], F_DUPFD_CLOEXEC, 10);
    write = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
    ::close(ends[0]);
    ::close(ends[1]);
    return read >= 0 && write >= 0;
  }
};

}  // namespace

std::optional<std::uint64_t> process_start_ticks(pid_t pid) {
  std::string stat = read_text(cat("/proc/", pid, "/stat"));
  // The command name is in parentheses and may hold anything, so count fields after the last one: start time
  // is the 22nd field of the line, the 20th after the name.
  std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  auto fields = split(std::string_view{stat}.substr(name_end + 2), ' ');
  if (fields.size() < 20 || fields[0] == "Z" || fields[0] == "X") return std::nullopt;
  std::uint64_t ticks = 0;
  std::from_chars(fields[19].data(), fields[19].data() + fields[19].size(), ticks);
  return ticks;
}

std::uint64_t resident_bytes(pid_t pid) {
  std::istringstream statm{read_text(cat("/proc/", pid, "/statm"))};
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t group_resident_bytes(pid_t group) {
  std::error_code ignored;
  std::uint64_t sum = 0;
  for (auto it = std::filesystem::directory_iterator{"/proc", ignored};
       it != std::filesystem::directory_iterator{}; it.increment(ignored)) {
    std::string name = it->path().filename().string();
    pid_t pid = 0;
    auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (problem == std::errc{} && end == name.data() + name.size() && getpgid(pid) == group)
      sum += resident_bytes(pid);
  }
  return sum;
}

std::string command_line(pid_t pid) {
  std::string words = read_text(cat("/proc/", pid, "/cmdline"));
  std::ranges::replace(words, '\0', ' ');
  return words;
}

std::size_t open_descriptors() {
  std::error_code ignored;
  std::size_t count = 0;
  for (auto it = std::filesystem::directory_iterator{"/proc/self/fd", ignored};
       it != std::filesystem::directory_iterator{}; ++it) {
    ++count;
  }
  return count > 0 ? count - 1 : 0;  // without the one that listed them
}

std::string own_executable() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).string();
}

Result<ChildProcess> ChildProcess::spawn(const SpawnOptions& options) {
  Pipe in;
  Pipe out;
  if (!in.open()) return fail(ErrorCode::process_failed, cat("cannot make a pipe: ", errno_text(errno)));
  if (!out.open()) {
    close(in.read);
    close(in.write);
    return fail(ErrorCode::process_failed, cat("cannot make a pipe: ", errno_text(errno)));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  bool standard = options.pipes == PipeEnds::standard;
  posix_spawn_file_actions_adddup2(&actions, in.read, standard ? STDIN_FILENO : 3);
  posix_spawn_file_actions_adddup2(&actions, out.write, standard ? STDOUT_FILENO : 4);
  if (!standard) posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!standard) posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (!options.keep_stderr)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, standard ? 3 : 5);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // We ignore SIGPIPE; ordinary programs rely on it.
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  short flags = POSIX_SPAWN_SETSIGDEF;
  if (options.own_group) flags |= POSIX_SPAWN_SETPGROUP;
  posix_spawnattr_setflags(&attributes, flags);

  std::vector<char*> argv;
  for (const std::string& word : options.command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t pid = 0;
  int error = posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(in.read);
  close(out.write);
  if (error != 0) {
    close(in.write);
    close(out.read);
    return fail(ErrorCode::process_failed,
                cat("cannot start ", options.command.front(), ": ", errno_text(error)));
  }
  return ChildProcess{pid, open_pidfd(pid), in.write, out.read, options.own_group};
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pidfd_(std::exchange(other.pidfd_, -1)),
      stdin_(std::exchange(other.stdin_, -1)),
      stdout_(std::exchange(other.stdout_, -1)),
      own_group_(other.own_group_),
      status_(std::exchange(other.status_, std::nullopt)) {}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  close_stdin();
  if (stdout_ >= 0) close(stdout_);
  if (!status_ && !reap(false)) {
    signal(SIGKILL);
    reap(true);
  }
  if (pidfd_ >= 0) close(pidfd_);
}

void ChildProcess::close_stdin() {
  if (stdin_ >= 0) close(stdin_);
  stdin_ = -1;
}

void ChildProcess::signal(int number) const {
  if (!status_) kill(own_group_ ? -pid_ : pid_, number);
}

std::optional<int> ChildProcess::reap(bool block) {
  int status = 0;
  pid_t ended = waitpid(pid_, &status, block ? 0 : WNOHANG);
  if (ended == pid_) status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return status_;
}

Task<std::optional<int>> ChildProcess::wait(Stop stop) {
  if (status_) co_return status_;
  bool ended = co_await wait_readable(pidfd_, stop);
  if (!ended) co_return std::nullopt;
  co_return reap(true);
}

Task<Result<ProgramOutput>> run_program(SpawnOptions options, std::size_t max_bytes, Stop stop) {
  auto child = ChildProcess::spawn(options);
  if (!child) co_return std::unexpected(child.error());
  child->close_stdin();
  std::string output;
  while (output.size() < max_bytes) {
    bool readable = co_await wait_readable(child->stdout_fd(), stop);
    if (!readable) co_return std::unexpected(stop.error().in(options.command.front()));
    char buffer[4096];
    ssize_t got = read(child->stdout_fd(), buffer, sizeof buffer);
    if (got <= 0) break;
    output.append(buffer, static_cast<std::size_t>(got));
  }
  std::optional<int> status = co_await child->wait(stop);
  if (!status) co_return std::unexpected(stop.error().in(options.command.front()));
  co_return ProgramOutput{*status, std::move(output)};
}

Task<bool> wait_for_exit_of(pid_t pid, Stop stop) {
  int pidfd = open_pidfd(pid);
  if (pidfd < 0 && errno == ESRCH) co_return true;
  // Not to be watched here (an old kernel, a sandbox, no descriptors left): look now and then.
  while (pidfd < 0) {
    bool waited = co_await sleep_for(std::chrono::seconds{1}, stop);
    if (!waited) co_return false;
    if (!process_start_ticks(pid)) co_return true;
  }
  bool ended = co_await wait_readable(pidfd, stop);
  close(pidfd);
  co_return ended;
}

}  // namespace oc
