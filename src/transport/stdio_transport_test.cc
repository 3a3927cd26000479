#include "transport/stdio_transport.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/testing/run_loop.h"

namespace oc::transport {
namespace {

using namespace std::chrono_literals;

struct Lines final : rpc::LineHandler {
  void on_line(std::string_view line) override { lines.emplace_back(line); }
  void on_overlong_line(std::size_t) override { ++overlong; }
  std::vector<std::string> lines;
  int overlong = 0;
};

struct StdioTest : testing::Test {
  testing_support::Loop loop;
  Nursery nursery{loop.executor(), loop.log};
  int in[2];
  int out[2];
  Lines lines;

  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    ASSERT_EQ(pipe2(in, O_CLOEXEC), 0);
    ASSERT_EQ(pipe2(out, O_CLOEXEC), 0);
  }
  void TearDown() override {
    for (int fd : {in[0], in[1], out[0], out[1]}) {
      if (fd >= 0) close(fd);
    }
  }
  void feed(std::string_view text) {
    ASSERT_EQ(write(in[1], text.data(), text.size()), ssize_t(text.size()));
  }
  void end_input() {
    close(in[1]);
    in[1] = -1;
  }
};

TEST_F(StdioTest, SplitsLinesHoweverTheyArrive) {
  StdioTransport transport{nursery, loop.log, in[0], out[1]};
  feed("one\ntwo\r\n\nth");
  feed("ree\nlast without end");
  end_input();
  loop.run(transport.read(lines, {}));
  EXPECT_EQ(lines.lines, (std::vector<std::string>{"one", "two\r", "", "three", "last without end"}));
}

TEST_F(StdioTest, AnOverlongLineIsSkippedAndReadingGoesOn) {
  StdioTransport transport{nursery, loop.log, in[0], out[1], {.line_bytes = 5}};
  feed("123456789");
  feed("0123\nok\n12345\n");
  end_input();
  loop.run(transport.read(lines, {}));
  EXPECT_EQ(lines.overlong, 1);
  EXPECT_EQ(lines.lines, (std::vector<std::string>{"ok", "12345"}));
}

TEST_F(StdioTest, ReadingEndsWithItsStop) {
  StdioTransport transport{nursery, loop.log, in[0], out[1]};
  StopSource source;
  loop.post([&] { source.request(StopReason::shutdown); });
  loop.run(transport.read(lines, source.stop()));
  EXPECT_TRUE(lines.lines.empty());
}

Task<std::string> read_all(int fd, std::size_t size) {
  std::string got;
  asio::posix::stream_descriptor reader{co_await asio::this_coro::executor, dup(fd)};
  while (got.size() < size) {
    char buffer[65536];
    std::size_t n = co_await reader.async_read_some(boost::asio::buffer(buffer), asio::use_awaitable);
    got.append(buffer, n);
  }
  co_return got;
}

TEST_F(StdioTest, AFullPipeQueuesAndKeepsTheOrder) {
  StdioTransport transport{nursery, loop.log, in[0], out[1]};
  std::string expected;
  for (int i = 0; i < 50; ++i) {
    std::string line(10'000, char('a' + i % 26));
    transport.write_line(line);
    expected += line + "\n";
  }
  EXPECT_EQ(loop.run(read_all(out[0], expected.size())), expected);
  EXPECT_TRUE(loop.run(transport.flush({})));
}

TEST_F(StdioTest, AClosedOutputEndsReading) {
  StdioTransport transport{nursery, loop.log, in[0], out[1]};
  close(out[0]);
  out[0] = -1;
  loop.post([&] { transport.write_line("x"); });
  loop.run(transport.read(lines, {}));
  EXPECT_NE(loop.logged.find("the client is gone"), std::string::npos);
}

TEST_F(StdioTest, FilesWorkAsInputAndOutput) {
  char name[] = "/tmp/openchrome-stdio-XXXXXX";
  int file = mkstemp(name);
  ASSERT_EQ(write(file, "a\nb\n", 4), 4);
  lseek(file, 0, SEEK_SET);
  StdioTransport transport{nursery, loop.log, file, file};
  loop.run(transport.read(lines, {}));
  EXPECT_EQ(lines.lines, (std::vector<std::string>{"a", "b"}));
  transport.write_line("c");
  EXPECT_EQ(lseek(file, 0, SEEK_CUR), 6);
  close(file);
  unlink(name);
}

}  // namespace
}  // namespace oc::transport
