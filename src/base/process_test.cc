#include "base/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/testing/run_loop.h"

namespace oc {
namespace {

using namespace std::chrono_literals;
using testing_support::Loop;

TEST(Process, OutputAndStatusOfAProgram) {
  Loop loop;
  auto result = loop.run(run_program({{"sh", "-c", "echo hello; exit 3"}}, 100, {}));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "hello\n");
  EXPECT_EQ(result->status, 3);
}

TEST(Process, AMissingProgramIsATypedError) {
  Loop loop;
  auto result = loop.run(run_program({{"no-such-program-here"}}, 100, {}));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::process_failed);
}

TEST(Process, AProgramThatHangsIsKilledAtTheDeadline) {
  Loop loop;
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + 5ms};
  auto result = loop.run(run_program({{"sleep", "1000"}}, 100, limit.stop()));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::timeout);
}

TEST(Process, ARunningProcessIsToldByItsStartToo) {
  auto ticks = static_cast<std::int64_t>(*process_start_ticks(getpid()));
  EXPECT_TRUE(is_running(getpid(), ticks));
  EXPECT_FALSE(is_running(getpid(), ticks + 1)) << "another one that had this pid";
  for (std::int64_t pid : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40})
    EXPECT_FALSE(is_running(pid, ticks)) << pid;
}

TEST(Process, TheDestructorLeavesNoChild) {
  pid_t pid = 0;
  {
    auto child = ChildProcess::spawn({{"sleep", "1000"}});
    ASSERT_TRUE(child);
    pid = child->pid();
    EXPECT_TRUE(process_start_ticks(pid));
  }
  EXPECT_FALSE(process_start_ticks(pid));
}

TEST(Process, DescriptorsOfOursDoNotReachAChild) {
  Loop loop;
  int leaked = dup(STDERR_FILENO);  // not close-on-exec
  auto result =
      loop.run(run_program({{"sh", "-c", cat("test -e /proc/$$/fd/", leaked, " && echo leaked")}}, 100, {}));
  close(leaked);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "");
}

TEST(Process, ExitOfAnyProcessCanBeAwaited) {
  Loop loop;
  auto child = ChildProcess::spawn({{"cat"}});
  ASSERT_TRUE(child);
  loop.post([&] { child->close_stdin(); });
  EXPECT_TRUE(loop.run(wait_for_exit_of(child->pid(), {})));
  EXPECT_EQ(loop.run(child->wait({})), 0);
}

TEST(Process, SignalsCountAsTheShellCountsThem) {
  Loop loop;
  auto child = ChildProcess::spawn({{"cat"}});
  ASSERT_TRUE(child);
  child->signal(SIGTERM);
  EXPECT_EQ(loop.run(child->wait({})), 128 + SIGTERM);
}

TEST(Process, PipesCanBeThreeAndFour) {
  Loop loop;
  int leaked = fcntl(STDERR_FILENO, F_DUPFD, 30);  // not close-on-exec
  std::string script = cat("read line <&3; echo \"got $line\" >&4; test -e /proc/$$/fd/", leaked,
                           " && echo leaked >&4; exit 7");
  auto child = ChildProcess::spawn(
      {.command = {"sh", "-c", script}, .pipes = PipeEnds::three_and_four, .own_group = true});
  ASSERT_TRUE(child);
  ASSERT_EQ(write(child->stdin_fd(), "x\n", 2), 2);
  EXPECT_EQ(loop.run(child->wait({})), 7);
  char buffer[200];
  ssize_t got = read(child->stdout_fd(), buffer, sizeof buffer);
  EXPECT_EQ(std::string(buffer, static_cast<std::size_t>(got)), "got x\n");
  close(leaked);
}

// What a child that is given three and four writes to four.
std::string written_to_four() {
  auto child = ChildProcess::spawn({.command = {"sh", "-c", "echo stray; echo stray >&2; echo meant >&4"},
                                    .keep_stderr = false,
                                    .pipes = PipeEnds::three_and_four});
  if (!child) return child.error().message;
  Loop loop;  // not before: it has descriptors of its own
  loop.run(child->wait({}));
  char buffer[200];
  ssize_t got = read(child->stdout_fd(), buffer, sizeof buffer);
  return {buffer, static_cast<std::size_t>(got)};
}

TEST(Process, NothingButFourIsTheSecondPipeWhicheverNumbersWereFree) {
  std::vector<int> held;
  for (int lowest = 3; lowest < 8; ++lowest) {
    EXPECT_EQ(written_to_four(), "meant\n") << "lowest free: " << lowest;
    held.push_back(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, lowest));
  }
  for (int fd : held) close(fd);
}

TEST(Process, AChildWithItsOwnGroupIsEndedWithItsChildren) {
  Loop loop;
  auto child =
      ChildProcess::spawn({.command = {"sh", "-c", "sleep 1000 & echo $!; wait"}, .own_group = true});
  ASSERT_TRUE(child);
  char buffer[32];
  ssize_t got = read(child->stdout_fd(), buffer, sizeof buffer);
  pid_t grandchild = std::stoi(std::string(buffer, static_cast<std::size_t>(got)));
  EXPECT_TRUE(process_start_ticks(grandchild));
  child->signal(SIGTERM);
  EXPECT_EQ(loop.run(child->wait({})), 128 + SIGTERM);
  EXPECT_TRUE(loop.run(wait_for_exit_of(grandchild, {})));
}

// Somebody in between is killed as nobody can prepare for; its child shall not outlive it.
TEST(Process, AChildCanEndWithItsParentHoweverThatEnds) {
  int report[2];
  ASSERT_EQ(pipe(report), 0);
  pid_t between = fork();
  if (between == 0) {
    auto child = ChildProcess::spawn({.command = {"sleep", "1000"}, .dies_with_us = true});
    pid_t pid = child ? child->pid() : -1;
    (void)!write(report[1], &pid, sizeof pid);
    kill(getpid(), SIGKILL);
  }
  pid_t child = -1;
  ASSERT_EQ(read(report[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  ASSERT_GT(child, 0);
  waitpid(between, nullptr, 0);
  // It is nobody's child now: its end is waited for by its descriptor.
  int pidfd = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (pidfd >= 0) {
    pollfd ended{pidfd, POLLIN, 0};
    EXPECT_EQ(poll(&ended, 1, 5000), 1);
    close(pidfd);
  }
  close(report[0]);
  close(report[1]);
}

TEST(Process, FactsAboutThisProcess) {
  EXPECT_GT(resident_bytes(getpid()), 1000U);
  EXPECT_GT(open_descriptors(), 2U);
  EXPECT_TRUE(process_start_ticks(getpid()));
  EXPECT_NE(own_executable().find("base_test"), std::string::npos);
}

TEST(Process, TheMachineAndItsStartHaveNames) {
  EXPECT_EQ(boot_id().size(), 36U);
  EXPECT_EQ(boot_id(), boot_id());
  EXPECT_FALSE(host_name().empty());
}

}  // namespace
}  // namespace oc
