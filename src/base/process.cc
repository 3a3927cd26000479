#include "base/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "base/stop_trigger.h"

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

// Above the numbers that a child's pipes get: a dup2 must not fall upon a descriptor that is still needed.
constexpr int kFirstFree = 10;

// Both ends are closed with it unless they were taken.
struct Pipe {
  int read = -1;
  int write = -1;

  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    if (read >= 0) ::close(read);
    if (write >= 0) ::close(write);
  }
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read = fcntl(ends[0], F_DUPFD_CLOEXEC, kFirstFree);
    write = fcntl(ends[1], F_DUPFD_CLOEXEC, kFirstFree);
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

bool is_running(std::int64_t pid, std::int64_t start_ticks) {
  if (pid <= 0 || pid > std::numeric_limits<pid_t>::max() || start_ticks <= 0) return false;
  auto ticks = process_start_ticks(static_cast<pid_t>(pid));
  return ticks && static_cast<std::int64_t>(*ticks) == start_ticks;
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

namespace {

struct Birth {
  const SpawnOptions& options;
  char** argv;
  int in;      // the child reads
  int out;     // the child writes
  int report;  // closed by exec, else told why there was none
  pid_t parent;
};

[[noreturn]] void give_up(const Birth& birth) {
  int error = errno;
  (void)!write(birth.report, &error, sizeof error);
  _exit(127);
}

// The child, from vfork to exec: system calls only, for its memory is its parent's. By hand, because
// posix_spawn cannot ask for the signal that ends the child with us, however we end.
[[noreturn]] void become(const Birth& birth) {
  const SpawnOptions& options = birth.options;
  if (options.dies_with_us && prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) give_up(birth);
  if (options.dies_with_us && getppid() != birth.parent) _exit(127);  // we had ended before
  if (options.own_group) setpgid(0, 0);
  bool standard = options.pipes == PipeEnds::standard;
  // Clear of the numbers that the pipes shall have, as the pipes themselves are.
  int nothing = fcntl(open("/dev/null", O_RDWR), F_DUPFD, kFirstFree);
  if (nothing < 0) give_up(birth);
  dup2(birth.in, standard ? STDIN_FILENO : 3);
  dup2(birth.out, standard ? STDOUT_FILENO : 4);
  if (!standard) dup2(nothing, STDIN_FILENO);
  if (!standard) dup2(nothing, STDOUT_FILENO);
  if (!options.keep_stderr) dup2(nothing, STDERR_FILENO);
  close_range(standard ? 3 : 5, ~0U, CLOSE_RANGE_CLOEXEC);
  // We ignore SIGPIPE; ordinary programs rely on it.
  signal(SIGPIPE, SIG_DFL);
  execvp(birth.argv[0], birth.argv);
  give_up(birth);
}

}  // namespace

std::string boot_id() {
  return std::string{trim(read_text("/proc/sys/kernel/random/boot_id"))};
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

Result<ChildProcess> ChildProcess::spawn(const SpawnOptions& options) {
  Pipe in;
  Pipe out;
  Pipe report;
  if (!in.open() || !out.open() || !report.open())
    return fail(ErrorCode::process_failed, cat("cannot make a pipe: ", errno_text(errno)));
  std::vector<char*> argv;
  for (const std::string& word : options.command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const Birth birth{.options = options,
                    .argv = argv.data(),
                    .in = in.read,
                    .out = out.write,
                    .report = report.write,
                    .parent = getpid()};
  pid_t pid = vfork();
  if (pid == 0) become(birth);
  int error = pid < 0 ? errno : 0;
  close(std::exchange(report.write, -1));
  if (pid > 0 && read(report.read, &error, sizeof error) > 0) waitpid(pid, nullptr, 0);
  if (error != 0) {
    return fail(ErrorCode::process_failed,
                cat("cannot start ", options.command.front(), ": ", errno_text(error)));
  }
  return ChildProcess{pid, open_pidfd(pid), std::exchange(in.write, -1), std::exchange(out.read, -1),
                      options.own_group};
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
