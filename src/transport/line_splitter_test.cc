#include "transport/line_splitter.h"

#include <gtest/gtest.h>

#include <vector>

namespace oc::transport {
namespace {

struct Lines final : rpc::LineHandler {
  void on_line(std::string_view line) override { lines.emplace_back(line); }
  void on_overlong_line(std::size_t) override { ++overlong; }
  std::vector<std::string> lines;
  int overlong = 0;
};

TEST(LineSplitter, LinesAreTheSameHoweverTheBytesAreCut) {
  std::string text = "one\n\ntwo\r\nlonger than ten bytes\nthree\nlast";
  for (std::size_t step = 1; step <= text.size(); ++step) {
    Lines lines;
    LineSplitter splitter{lines, 10};
    for (std::size_t at = 0; at < text.size(); at += step)
      splitter.feed(std::string_view{text}.substr(at, step));
    splitter.finish();
    EXPECT_EQ(lines.lines, (std::vector<std::string>{"one", "", "two\r", "three", "last"})) << step;
    EXPECT_EQ(lines.overlong, 1) << step;
  }
}

TEST(LineSplitter, AnOverlongLastLineIsNotHandedOut) {
  Lines lines;
  LineSplitter splitter{lines, 3};
  splitter.feed("12345");
  splitter.finish();
  EXPECT_TRUE(lines.lines.empty());
  EXPECT_EQ(lines.overlong, 1);
}

}  // namespace
}  // namespace oc::transport
