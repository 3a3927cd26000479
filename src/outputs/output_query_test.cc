#include "outputs/output_query.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/write.h"
#include "outputs/testing/stored.h"

namespace oc::outputs {
namespace {

struct OutputQueryTest : testing::Test, StoredFixture {
  std::string ask(const StoredOutput& stored, OutputQuery query) {
    auto answer = run_query(files, stored, query);
    return answer ? json::write(*answer) : cat(answer.error().word(), ": ", answer.error().message);
  }
  StoredOutput crawl(int pages) {
    json::array list;
    for (int i = 0; i < pages; ++i) {
      list.push_back(json::object{{"url", cat("/p/", i)}, {"status", i % 10 == 0 ? 404 : 200}});
    }
    return store(json::write(json::object{{"summary", json::object{{"total", pages}}}, {"pages", list}}),
                 "application/json", "pages");
  }
};

TEST_F(OutputQueryTest, GrepTellsOffsetsAndItems) {
  StoredOutput stored = crawl(100);
  auto answer = run_query(files, stored, {.grep = "/p/42\""}).value();
  EXPECT_EQ(answer.at("total").to_number<int>(), 1);
  const json::object& match = answer.at("matches").at(0).as_object();
  EXPECT_EQ(match.at("item").to_number<int>(), 42);
  auto there = files.read(stored, match.at("offset").to_number<std::uint64_t>(), 6).value();
  EXPECT_EQ(there, "/p/42\"");
}

TEST_F(OutputQueryTest, AnAnswerIsBoundedAndTheRestCounted) {
  auto answer = run_query(files, crawl(5000), {.grep = "status", .max_bytes = 1000}).value();
  EXPECT_EQ(answer.at("total").to_number<int>(), 5000);
  EXPECT_LT(answer.at("returned").to_number<int>(), 50);
  EXPECT_LT(json::write(answer).size(), 1200U);
}

TEST_F(OutputQueryTest, ValuesByPathAndCondition) {
  StoredOutput stored = crawl(30);
  EXPECT_EQ(ask(stored, {.json_pointer = "/summary/total"}),
            R"({"total":1,"returned":1,"matches":[{"path":"$.summary.total","offset":20,"value":30}]})");
  auto failed = run_query(files, stored, {.json_path = "$.pages[*]", .where = "status = 404"}).value();
  EXPECT_EQ(failed.at("total").to_number<int>(), 3);
  EXPECT_EQ(failed.at("matches").at(1).at("value").at("url").as_string(), "/p/10");
  EXPECT_EQ(run_query(files, stored, {.json_path = "$..url"}).value().at("total").to_number<int>(), 30);
  EXPECT_EQ(ask(stored, {.json_path = "$.none"}), R"({"total":0,"returned":0,"matches":[]})");
}

TEST_F(OutputQueryTest, ALargeValueIsToldByItsPlace) {
  StoredOutput stored = store(json::write(json::object{{"a", std::string(5000, 'x')}}), "application/json");
  EXPECT_EQ(
      ask(stored, {.json_path = "$.a"}),
      R"({"total":1,"returned":1,"matches":[{"path":"$.a","offset":5,"type":"string","size_bytes":5002}]})");
}

TEST_F(OutputQueryTest, AnItemThatNoAnswerHoldsIsToldByItsPlace) {
  json::array list;
  for (int i = 0; i < 3; ++i) list.push_back(json::object{{"pad", std::string(5000, 'x')}});
  list.push_back("small");
  StoredOutput stored = store(json::write(list), "application/json");
  auto answer = run_query(files, stored, {.head = 4}).value();
  EXPECT_EQ(answer.at("total").to_number<int>(), 4);
  EXPECT_EQ(answer.at("returned").to_number<int>(), 4);
  EXPECT_EQ(json::write(answer.at("matches").at(1)),
            R"({"item":1,"too_large":true,"size_bytes":5010,"fetch_as":{"format":"text","offset":5012}})");
  EXPECT_EQ(json::write(answer.at("matches").at(3)), R"({"item":3,"value":"small"})");
  EXPECT_EQ(run_query(files, stored, {.tail = 2, .max_bytes = 256}).value().at("returned"), 2);
}

TEST_F(OutputQueryTest, AMatchWithTooMuchAroundItIsToldWithoutContext) {
  std::string text;
  for (int i = 0; i < 41; ++i) text += cat(std::string(400, 'c'), i == 20 ? "needle" : "", "\n");
  auto answer = run_query(files, store(text), {.grep = "needle", .context = 20}).value();
  EXPECT_EQ(answer.at("total"), 1);
  ASSERT_EQ(answer.at("returned"), 1);
  EXPECT_EQ(json::write(answer.at("matches").at(0)),
            cat(R"({"offset":8020,"text":")", std::string(400, 'c'), R"(needle","too_large":true})"));
}

TEST_F(OutputQueryTest, AMatchInALongLineIsShortenedAroundIt) {
  for (std::string_view around : {"\x01", "ä", "\xFF", "\""}) {
    std::string text;
    while (text.size() < 240) text += around;
    auto answer =
        run_query(files, store(cat(text, "needle", text)), {.grep = "needle", .max_bytes = 256}).value();
    ASSERT_EQ(answer.at("returned"), 1) << around;
    const json::object& match = answer.at("matches").at(0).as_object();
    EXPECT_LE(json::write(match).size(), 256U);
    std::string shown{json::view(match.at("text").as_string())};
    EXPECT_TRUE(shown.starts_with("…") && shown.ends_with("…")) << shown;
    EXPECT_NE(shown.find("needle"), std::string::npos) << shown;
    EXPECT_TRUE(is_valid_utf8(shown));
  }
}

TEST_F(OutputQueryTest, AValueThatNoAnswerHoldsIsToldByItsPlace) {
  StoredOutput stored =
      store(json::write(json::object{{"a", std::string(500, 'x')}, {std::string(500, 'k'), 7}}),
            "application/json");
  EXPECT_EQ(
      ask(stored, {.json_path = "$.a", .max_bytes = 256}),
      R"({"total":1,"returned":1,"matches":[{"path":"$.a","offset":5,"type":"string","size_bytes":502}]})");
  EXPECT_EQ(ask(stored, {.json_pointer = cat("/", std::string(500, 'k')), .max_bytes = 256}),
            R"({"total":1,"returned":1,"matches":[{"offset":1011,"type":"number","size_bytes":1}]})");
}

// Values that lie across the blocks that are read.
TEST_F(OutputQueryTest, BlocksDoNotMatterToValues) {
  json::array list;
  for (int i = 0; i < 3000; ++i) list.push_back(json::object{{"n", i}, {"pad", std::string(1000, 'x')}});
  StoredOutput stored = store(json::write(list), "application/json");
  auto answer = run_query(files, stored, {.json_path = "$[*]", .where = "n >= 0", .max_bytes = 2000}).value();
  EXPECT_EQ(answer.at("total").to_number<int>(), 3000);
}

TEST_F(OutputQueryTest, BothEndsOfListsAndTexts) {
  StoredOutput list = store("[1,2,3]", "application/json");
  EXPECT_EQ(ask(list, {.tail = 2}),
            R"({"total":3,"returned":2,"matches":[{"item":1,"value":2},{"item":2,"value":3}]})");
  StoredOutput text = store("one\ntwo\nthree\n");
  EXPECT_EQ(ask(text, {.head = 2}), R"({"total":14,"offset":0,"returned":8,"text":"one\ntwo\n"})");
  EXPECT_EQ(ask(text, {.tail = 1}), R"({"total":14,"offset":8,"returned":5,"text":"three"})");
  EXPECT_EQ(ask(text, {.tail = 9}), R"({"total":14,"offset":0,"returned":13,"text":"one\ntwo\nthree"})");
  EXPECT_EQ(ask(text, {.head = 9}), R"({"total":14,"offset":0,"returned":14,"text":"one\ntwo\nthree\n"})");
}

TEST_F(OutputQueryTest, Counts) {
  EXPECT_EQ(ask(store("a\nb"), {.count = true}), R"({"bytes":3,"lines":2})");
  EXPECT_EQ(ask(store("[1,2]", "application/json"), {.count = true}), R"({"bytes":5,"lines":1,"items":2})");
  EXPECT_EQ(ask(store("xy", "image/png"), {.count = true}), R"({"bytes":2})");
}

TEST_F(OutputQueryTest, TheShapeOfJson) {
  EXPECT_EQ(ask(crawl(30), {.outline = true}),
            R"({"outline":["$: object","$.pages: array of 30","$.pages[*]: object × 30",)"
            R"("$.pages[*].status: number × 30","$.pages[*].url: string × 30","$.summary: object",)"
            R"("$.summary.total: number"],"whole":true})");
}

TEST_F(OutputQueryTest, TheHeadingsOfTexts) {
  EXPECT_EQ(
      ask(store("# A\n\ntext\n## B #\n", "text/markdown"), {.outline = true}),
      R"({"outline":[{"level":1,"text":"A","offset":0},{"level":2,"text":"B","offset":10}],"whole":true})");
  EXPECT_EQ(
      ask(store("<h1 class=x>One <b>bold</b></h1><p>h2</p><H2>Two</H2>", "text/html"), {.outline = true}),
      R"({"outline":[{"level":1,"text":"One bold","offset":0},{"level":2,"text":"Two","offset":41}],"whole":true})");
}

TEST_F(OutputQueryTest, OneQuestionAtATime) {
  StoredOutput stored = store("x");
  EXPECT_TRUE(ask(stored, {}).starts_with("invalid_arguments"));
  EXPECT_TRUE(ask(stored, {.grep = "x", .count = true}).starts_with("invalid_arguments"));
  EXPECT_TRUE(ask(stored, {.grep = "x", .where = "a = 1"}).starts_with("invalid_arguments"));
  EXPECT_TRUE(ask(stored, {.json_path = "$"}).starts_with("invalid_format_for_payload"));
  EXPECT_TRUE(ask(store("x", "image/png"), {.grep = "x"}).starts_with("invalid_format_for_payload"));
}

}  // namespace
}  // namespace oc::outputs
