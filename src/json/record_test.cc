#include "json/record.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"

namespace oc {

enum class Colour : std::uint8_t { red, green };
template <>
struct EnumWords<Colour> {
  static constexpr std::array<std::string_view, 2> words{"red", "green"};
};

namespace json {
namespace {

struct Step {
  std::string action;
  static const Record<Step>& record() {
    static const Record<Step> fields{required("action", &Step::action, "")};
    return fields;
  }
};

struct Args {
  std::string selector;
  int depth = 3;
  Colour colour = Colour::green;
  std::optional<double> scale;
  std::vector<Step> steps;
};

const Record<Args>& args() {
  static const Record<Args> fields{
      required("selector", &Args::selector, "CSS selector.").max_length(10),
      optional("maxDepth", &Args::depth, "Levels.").range(0, 20),
      optional("colour", &Args::colour, "Colour."),
      optional("scale", &Args::scale, "Scale."),
      optional("steps", &Args::steps, "Steps.").max_items(2),
  };
  return fields;
}

Result<Args> decode(std::string_view text) {
  return args().decode(parse(text)->as_object());
}
std::string problem(std::string_view text) {
  auto decoded = decode(text);
  return decoded ? "none" : decoded.error().message;
}

TEST(Record, SchemaHasTypesDefaultsLimitsAndOrder) {
  EXPECT_EQ(write(args().schema(Strictness::refuse_unknown)),
            R"({"type":"object","properties":{)"
            R"("selector":{"type":"string","description":"CSS selector.","maxLength":10},)"
            R"("maxDepth":{"type":"integer","description":"Levels.","default":3,"minimum":0,"maximum":20},)"
            R"("colour":{"type":"string","enum":["red","green"],"description":"Colour.","default":"green"},)"
            R"("scale":{"type":"number","description":"Scale."},)"
            R"("steps":{"type":"array","items":{"type":"object","properties":{"action":{"type":"string"}},)"
            R"("required":["action"]},"description":"Steps.","maxItems":2}},)"
            R"("required":["selector"],"additionalProperties":false})");
}

TEST(Record, DecodesWithDefaultsAndBothSpellings) {
  Args plain = *decode(R"({"selector":"h1"})");
  EXPECT_EQ(plain.depth, 3);
  EXPECT_EQ(plain.colour, Colour::green);
  EXPECT_FALSE(plain.scale);
  Args full =
      *decode(R"({"selector":"h1","max_depth":5.0,"colour":"red","scale":2,"steps":[{"action":"x"}]})");
  EXPECT_EQ(full.depth, 5);
  EXPECT_EQ(full.scale, 2.0);
  EXPECT_EQ(full.steps.at(0).action, "x");
}

TEST(Record, NullMeansAbsentForOptionalsOnly) {
  EXPECT_FALSE(decode(R"({"selector":"h1","scale":null})")->scale);
  EXPECT_EQ(problem(R"({"selector":null})"), "'selector' must be a string, got null null");
}

TEST(Record, ProblemsNameThePathAndTheWayOut) {
  EXPECT_EQ(problem("{}"), "'selector' is required (string)");
  EXPECT_EQ(problem(R"({"selector":"h1","dephts":1,"max_deth":1})"),
            "'dephts' is not known; known: selector, maxDepth, colour, scale, steps; "
            "'max_deth' is not known; did you mean 'maxDepth'?");
  EXPECT_EQ(problem(R"({"selector":"h1","maxDepth":"5"})"),
            "'maxDepth' must be an integer, got string \"5\"");
  EXPECT_EQ(problem(R"({"selector":"h1","maxDepth":21})"), "'maxDepth' must be at most 20, got 21");
  EXPECT_EQ(problem(R"({"selector":"h1","colour":"blue"})"), "'colour' must be one of: red, green");
  EXPECT_EQ(problem(R"({"selector":"h1","steps":[{"action":"a"},{"action":1}]})"),
            "'steps[1].action' must be a string, got integer 1");
  EXPECT_EQ(problem(R"({"selector":"h1","steps":[{},{},{}]})"), "'steps' must have at most 2 items");
  EXPECT_EQ(problem(R"({"selector":"01234567890"})"), "'selector' must be at most 10 bytes long");
  EXPECT_EQ(problem(R"({"selector":"h1","maxDepth":1,"max_depth":2})"),
            "'max_depth' is given twice: it is another spelling of 'maxDepth'");
  EXPECT_EQ(problem(R"({"selector":"h1","maxDepth":99999999999})"),
            "'maxDepth' must be at most 20, got 99999999999");
}

TEST(Record, AllProblemsAreInTheDetails) {
  auto bad = decode(R"({"a":1,"b":2,"c":3,"d":4})");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().details.at("problems").as_array().size(), 5U);
  EXPECT_NE(bad.error().message.find("and 2 more"), std::string::npos);
}

TEST(Record, AHostileNumberOfProblemsIsCutShort) {
  object many;
  for (int i = 0; i < 100'000; ++i) many[cat("unknown_", i)] = i;
  auto bad = args().decode(many);
  ASSERT_FALSE(bad);
  EXPECT_LE(bad.error().details.at("problems").as_array().size(), kMostProblems + 1);
}

TEST(Record, EncodesWhatItDecodes) {
  std::string text = R"({"selector":"h1","maxDepth":7,"colour":"red","steps":[{"action":"x"}]})";
  EXPECT_EQ(write(args().encode(*decode(text))), text);
}

}  // namespace
}  // namespace json
}  // namespace oc
