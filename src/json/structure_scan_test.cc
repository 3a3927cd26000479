#include "json/structure_scan.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oc::json {
namespace {

// Notes each value as path=text once it has ended.
struct Values : StructureVisitor {
  std::string_view whole;
  const StructureScan* scan = nullptr;
  std::vector<std::uint64_t> begun;
  std::vector<std::string> seen;
  std::size_t enough = 1000;

  void begin(ValueKind, std::uint64_t at) override { begun.push_back(at); }
  void end(ValueKind kind, std::uint64_t at, std::uint64_t count) override {
    std::string path;
    for (const StructureScan::Step& step : scan->path())
      path += step.is_array ? cat("[", step.index, "]") : cat(".", step.key);
    bool holds = kind == ValueKind::object || kind == ValueKind::array;
    seen.push_back(
        cat(path, holds ? cat("#", count) : "", "=", whole.substr(begun.back(), at - begun.back())));
    begun.pop_back();
  }
  bool is_done() const override { return seen.size() >= enough; }
};

std::vector<std::string> values_of(std::string_view text, std::size_t piece_bytes,
                                   std::size_t enough = 1000) {
  Values values;
  values.whole = text;
  values.enough = enough;
  StructureScan scan{values};
  values.scan = &scan;
  for (std::size_t at = 0; at < text.size(); at += piece_bytes) {
    if (!scan.feed(text.substr(at, piece_bytes))) return values.seen;
  }
  scan.finish();
  return values.seen;
}

TEST(StructureScan, EveryValueWithItsPathAndBytesHoweverThePiecesFall) {
  std::string_view text = R"({"a":[1,"x\"]",{"b\n":true}], "c" : null ,"d":{} ,"e":-1.5e3})";
  std::vector<std::string> expected{
      ".a[0]=1",
      R"(.a[1]="x\"]")",
      ".a[2].b\n=true",
      R"(.a[2]#1={"b\n":true})",
      R"(.a#3=[1,"x\"]",{"b\n":true}])",
      ".c=null",
      ".d#0={}",
      ".e=-1.5e3",
      cat("#4=", text),
  };
  for (std::size_t piece = 1; piece <= text.size(); ++piece)
    EXPECT_EQ(values_of(text, piece), expected) << piece;
}

TEST(StructureScan, ScalarsAreDocumentsToo) {
  EXPECT_EQ(values_of("12", 1), std::vector<std::string>{"=12"});
  EXPECT_EQ(values_of("\"a\\\\\"", 1), std::vector<std::string>{"=\"a\\\\\""});
  EXPECT_EQ(values_of(" true ", 9), std::vector<std::string>{"=true"});
}

TEST(StructureScan, ItEndsWhenTheVisitorHasSeenEnough) {
  EXPECT_EQ(values_of("[1,2,3]", 100, 2), (std::vector<std::string>{"[0]=1", "[1]=2"}));
}

}  // namespace
}  // namespace oc::json
