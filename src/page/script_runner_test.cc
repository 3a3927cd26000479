#include "page/script_runner.h"

#include <gtest/gtest.h>

#include "base/testing/run_loop.h"
#include "cdp/testing/fake_chrome.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

// A tab on a scripted browser; what Runtime.callFunctionOn answers is up to the test.
struct ScriptRunnerTest : testing::Test {
  testing_support::Loop loop;
  WorkerPool pool;
  Nursery nursery{loop.executor(), loop.log};
  cdp::FakeChrome chrome{loop.executor()};
  std::unique_ptr<cdp::Connection> connection =
      std::make_unique<cdp::Connection>(chrome.wire(), nursery, pool, loop.log, cdp::Connection::Options{});
  browser::TabOptions options{.policy = std::make_shared<const browser::DomainPolicy>()};
  browser::Tab tab{{.id = "t1", .target_id = "main", .workspace = "default"}, options, loop.executor()};
  int worlds = 0;

  void SetUp() override {
    chrome.answer("Page.getFrameTree", json::object{{"frameTree", {{"frame", frame("L1")}}}});
    chrome.answer("Page.createIsolatedWorld", [this](const json::object&) -> Result<json::value> {
      return json::value(json::object{{"executionContextId", ++worlds}});
    });
    ASSERT_TRUE(loop.run(tab.attach(connection->session("s1"), {})));
  }
  void TearDown() override {
    connection.reset();
    (void)loop.run(nursery.join({}));
  }
  static json::object frame(std::string_view loader) {
    return {{"id", "main"}, {"loaderId", loader}, {"url", "http://x.org/"}};
  }
  void answer_value(json::value value, int next_ref = 1) {
    chrome.answer("Runtime.callFunctionOn", json::object{{"result",
                                                          {{"value",
                                                            {{"value", std::move(value)},
                                                             {"nextRef", next_ref},
                                                             {"revision", 3},
                                                             {"url", "http://x.org/"},
                                                             {"title", "T"}}}}}});
  }
  std::vector<std::string> declarations() {
    std::vector<std::string> out;
    for (const json::object& command : chrome.commands()) {
      if (command.at("method").as_string() == "Runtime.callFunctionOn")
        out.emplace_back(json::view(command.at("params").at("functionDeclaration").as_string()));
    }
    return out;
  }
  Result<ScriptAnswer> run() { return loop.run(run_script(tab, scripts::kNothing, {{"a", 1}}, {})); }
};

TEST_F(ScriptRunnerTest, AnAnswerComesWithTheStateOfItsDocument) {
  answer_value(json::object{{"x", 5}}, 12);
  auto answer = run();
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->value.at("x").as_int64(), 5);
  EXPECT_EQ(answer->state.loader_id, "L1");
  EXPECT_EQ(answer->state.revision, 3);
  EXPECT_EQ(answer->state.title, "T");
  EXPECT_EQ(tab.title(), "T") << "newer than what the browser told";
  EXPECT_EQ(tab.refs().reserve(1, {}).first, 12);
}

TEST_F(ScriptRunnerTest, TheTextGoesOnceToADocument) {
  answer_value(nullptr);
  (void)run();
  (void)run();
  auto sent = declarations();
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_NE(sent[0].find("function nothing"), std::string::npos);
  EXPECT_EQ(sent[1].find("function nothing"), std::string::npos);
  EXPECT_EQ(worlds, 1);
  chrome.emit("Page.frameNavigated", {{"frame", frame("L2")}}, "s1");
  loop.io.restart();
  loop.io.poll();
  auto answer = run();
  EXPECT_EQ(worlds, 2);
  EXPECT_NE(declarations()[2].find("function nothing"), std::string::npos);
  EXPECT_EQ(answer->state.loader_id, "L2");
}

TEST_F(ScriptRunnerTest, ArgumentsTravelAsValues) {
  answer_value(nullptr);
  (void)run();
  const json::object& params = chrome.commands().back().at("params").as_object();
  EXPECT_EQ(params.at("arguments").at(0).at("value").at("a").as_int64(), 1);
  EXPECT_EQ(params.at("executionContextId").as_int64(), 1);
}

TEST_F(ScriptRunnerTest, AnErrorThatTheScriptTellsIsTyped) {
  answer_value(
      json::object{{"error", {{"code", "stale_ref"}, {"message", "gone"}, {"nearest", json::array{"x"}}}}});
  auto answer = run();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::stale_ref);
  EXPECT_EQ(answer.error().message, "gone");
  EXPECT_EQ(answer.error().details.at("nearest").at(0).as_string(), "x");
}

TEST_F(ScriptRunnerTest, AnExceptionIsADefect) {
  chrome.answer("Runtime.callFunctionOn",
                json::object{{"exceptionDetails",
                              {{"text", "Uncaught"}, {"exception", {{"description", "TypeError: x"}}}}}});
  auto answer = run();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::script_error);
  EXPECT_NE(answer.error().message.find("TypeError: x"), std::string::npos);
}

TEST_F(ScriptRunnerTest, AWorldThatIsGoneIsMadeAgainOnce) {
  int calls = 0;
  chrome.answer("Runtime.callFunctionOn", [&](const json::object&) -> Result<json::value> {
    ++calls;
    return fail(ErrorCode::protocol_error, "Cannot find context with specified id");
  });
  auto answer = run();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::page_changed);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(worlds, 2);
}

TEST_F(ScriptRunnerTest, ARefOfAnotherDocumentIsStale) {
  answer_value(nullptr, 5);
  (void)run();
  auto resolved = resolve(tab, {.ref = "ref_4"});
  ASSERT_TRUE(resolved) << resolved.error().message;
  EXPECT_EQ(resolved->args.at("ref").as_int64(), 4);
  EXPECT_EQ(resolved->frame_id, "main");
  EXPECT_EQ(resolve(tab, {.ref = "ref_5"}).error().code, ErrorCode::stale_ref) << "never given out";
  chrome.emit("Page.frameNavigated", {{"frame", frame("L2")}}, "s1");
  loop.io.restart();
  loop.io.poll();
  EXPECT_EQ(resolve(tab, {.ref = "ref_4"}).error().code, ErrorCode::stale_ref);
  for (std::string_view bad : {"ref_", "ref_x", "12x", "ref_0", "-1"})
    EXPECT_EQ(resolve(tab, {.ref = std::string{bad}}).error().code, ErrorCode::invalid_arguments) << bad;
  EXPECT_EQ(resolve(tab, {.selector = "#a"})->args.at("selector").as_string(), "#a");
}

}  // namespace
}  // namespace oc::page
