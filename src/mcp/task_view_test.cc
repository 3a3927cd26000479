#include "mcp/task_view.h"

#include <gtest/gtest.h>

#include <boost/asio/use_awaitable.hpp>

#include "json/parse.h"
#include "json/write.h"
#include "mcp/protocol.h"
#include "mcp/task_questions.h"
#include "mcp/testing/fake_server.h"
#include "rpc/testing/recording_outlet.h"

namespace oc::mcp {
namespace {

struct TaskMethods : testing::Test {
  rpc::Answer ask(Client client, std::string method, json::object params) {
    const Method* found = fake.server.find(method, facts(client.revision).stateless);
    if (!found) return rpc_error(rpc::kMethodNotFound, "");
    RequestContext context{.client = std::move(client), .outlet = outlet, .session = &session};
    return fake.fake.loop.run(fake.server.serve(*found, {7, method, std::move(params)}, std::move(context)));
  }
  rpc::Answer legacy(std::string method, json::object params) {
    return ask({.revision = kLatestLegacy}, std::move(method), std::move(params));
  }
  rpc::Answer modern(std::string method, json::object params) {
    json::object extensions{{kTasksExtension, json::object{}}};
    return ask({.revision = kModern, .capabilities = {{"extensions", std::move(extensions)}}},
               std::move(method), std::move(params));
  }
  // One that can be asked.
  rpc::Answer open_to_questions(std::string method, json::object params) {
    json::object extensions{{kTasksExtension, json::object{}}};
    return ask({.revision = kModern,
                .capabilities = {{"extensions", std::move(extensions)}, {"elicitation", json::object{}}}},
               std::move(method), std::move(params));
  }
  static json::object count(json::object arguments) {
    return {{"name", "count_to"}, {"arguments", std::move(arguments)}};
  }
  json::object ended(const json::value& id) {
    EXPECT_TRUE(fake.fake.loop.run(fake.fake.tasks.wait_for_end(std::string{id.as_string()}, {})));
    return modern("tasks/get", {{"taskId", id}})->as_object();
  }

  FakeServer fake;
  std::shared_ptr<rpc::RecordingOutlet> outlet = std::make_shared<rpc::RecordingOutlet>();
  Session session{.outlet = outlet};
};

TEST_F(TaskMethods, ACallThatEndsSoonIsAnsweredAsUsual) {
  auto plain = ask({.revision = kModern}, "tools/call", count({{"n", 2}}));
  auto quick = modern("tools/call", count({{"n", 2}}));
  EXPECT_EQ(json::write(*quick), json::write(*plain));
}

TEST_F(TaskMethods, ACallThatTakesLongBecomesATaskForThoseWhoKnowTasks) {
  json::object created = modern("tools/call", count({{"n", 9}, {"hold_after", 1}}))->as_object();
  EXPECT_EQ(created.at("resultType").as_string(), "task");
  EXPECT_EQ(created.at("status").as_string(), "working");
  EXPECT_TRUE(created.at("ttlMs").is_int64() && created.at("pollIntervalMs").is_int64());
  for (std::string_view other : {"task", "result", "error", "inputRequests", "requestState", "content"})
    EXPECT_FALSE(created.contains(other)) << other;
  const json::value& id = created.at("taskId");
  json::object working = modern("tasks/get", {{"taskId", id}})->as_object();
  EXPECT_EQ(working.at("status").as_string(), "working");
  EXPECT_EQ(working.at("resultType").as_string(), "complete");
  for (int i = 0; i < 2; ++i) {
    auto acknowledged = modern("tasks/cancel", {{"taskId", id}});
    ASSERT_TRUE(acknowledged);
    EXPECT_FALSE(acknowledged->as_object().contains("taskId"));
    EXPECT_EQ(ended(id).at("status").as_string(), "cancelled");
  }
}

TEST_F(TaskMethods, AnEndedTaskCarriesItsAnswer) {
  json::object good = legacy("tools/call",
                             [] {
                               json::object params = count({{"n", 2}});
                               params["task"] = json::object{};
                               return params;
                             }())
                          ->at("task")
                          .as_object();
  json::object done = ended(good.at("taskId"));
  EXPECT_EQ(done.at("status").as_string(), "completed");
  EXPECT_EQ(done.at("result").at("structuredContent").at("numbers").as_array().size(), 2U);
  EXPECT_EQ(done.at("result").at("resultType").as_string(), "complete");
}

TEST_F(TaskMethods, AToolThatFailsHasCompletedAndAServerThatFailsHasNot) {
  ledger::TaskRecord task{.status = ledger::TaskStatus::failed,
                          .error = ledger::TaskError{"navigation_failed", "page 2"}};
  EXPECT_EQ(extension_task(task, {}).at("status").as_string(), "completed");
  EXPECT_EQ(legacy_task(task, {}).at("status").as_string(), "failed");
  task.error = ledger::TaskError{"orphaned", "gone"};
  EXPECT_EQ(extension_task(task, {}).at("status").as_string(), "failed");
  EXPECT_EQ(extension_task(task, {}).at("statusMessage").as_string(), "orphaned: gone");
  json::object params = count({{"n", 9}, {"fail_at", 2}});
  params["task"] = json::object{};
  json::value id = legacy("tools/call", params)->at("task").at("taskId");
  json::object done = ended(id);
  EXPECT_EQ(done.at("status").as_string(), "completed");
  EXPECT_TRUE(done.at("result").at("isError").as_bool());
  auto result = legacy("tasks/result", {{"taskId", id}});
  EXPECT_TRUE(result->at("isError").as_bool());
  EXPECT_EQ(result->at("_meta").at(kMetaRelatedTask).at("taskId"), id);
}

TEST_F(TaskMethods, ATokenForProgressIsGoodUntilTheTaskHasEnded) {
  json::object params = count({{"n", 3}});
  params["task"] = json::object{};
  params["_meta"] = json::object{{"progressToken", "p"}};
  json::value id = legacy("tools/call", params)->at("task").at("taskId");
  (void)ended(id);
  ASSERT_FALSE(outlet->sent.empty());
  for (const std::string& message : outlet->sent) {
    json::object told = json::parse(message)->as_object();
    EXPECT_EQ(told.at("method").as_string(), "notifications/progress");
    const json::object& progress = told.at("params").as_object();
    EXPECT_EQ(progress.at("progressToken").as_string(), "p");
    EXPECT_EQ(progress.at("_meta").at(kMetaRelatedTask).at("taskId"), id);
  }
  EXPECT_EQ(json::parse(outlet->sent.back())->at("params").at("progress").to_number<int>(), 3);
}

TEST_F(TaskMethods, TheOlderDialectStartsListsAndCancels) {
  json::object params = count({{"n", 9}, {"hold_after", 1}});
  params["task"] = json::object{{"ttl", 1000}};
  json::object task = legacy("tools/call", params)->at("task").as_object();
  EXPECT_EQ(task.at("status").as_string(), "working");
  EXPECT_TRUE(task.at("ttl").is_int64());
  EXPECT_EQ(legacy("tasks/get", {{"taskId", task.at("taskId")}})->at("status").as_string(), "working");
  EXPECT_EQ(legacy("tasks/list", {})->at("tasks").as_array().size(), 1U);
  auto cancelled = legacy("tasks/cancel", {{"taskId", task.at("taskId")}});
  EXPECT_EQ(cancelled->at("status").as_string(), "cancelled");
  (void)ended(task.at("taskId"));
  EXPECT_EQ(legacy("tasks/cancel", {{"taskId", task.at("taskId")}}).error().code, rpc::kInvalidParams);
  EXPECT_EQ(legacy("tasks/result", {{"taskId", task.at("taskId")}}).error().message,
            "the task was cancelled");
}

TEST_F(TaskMethods, AQuestionOfATaskIsShownAndAnswered) {
  json::object created = open_to_questions("tools/call", {{"name", "wonder"}})->as_object();
  EXPECT_EQ(created.at("resultType").as_string(), "task");
  EXPECT_FALSE(created.contains("inputRequests"));
  json::value id = created.at("taskId");
  json::object asking = modern("tasks/get", {{"taskId", id}})->as_object();
  EXPECT_EQ(asking.at("status").as_string(), "input_required");
  EXPECT_EQ(asking.at("inputRequests").at("name").at("method").as_string(), "elicitation/create");
  EXPECT_EQ(legacy("tasks/get", {{"taskId", id}})->at("status").as_string(), "input_required");
  auto answered = [&](std::string_view key, json::value with) {
    return modern("tasks/update", {{"taskId", id}, {"inputResponses", {{key, std::move(with)}}}});
  };
  EXPECT_TRUE(answered("other", json::object{{"action", "accept"}})) << "ignored";
  EXPECT_TRUE(answered("name", 5)) << "no answer, ignored";
  EXPECT_EQ(modern("tasks/get", {{"taskId", id}})->at("status").as_string(), "input_required");
  EXPECT_TRUE(answered("name", json::object{{"action", "accept"}, {"content", {{"name", "Ada"}}}}));
  json::object done = ended(id);
  EXPECT_EQ(done.at("result").at("content").at(0).at("text").as_string(), "Hello, Ada!");
  EXPECT_TRUE(answered("name", json::object{{"action", "decline"}})) << "too late, ignored";
}

TEST_F(TaskMethods, WhoCannotBeAskedGetsTheErrorAndNoTask) {
  auto refused = modern("tools/call", {{"name", "wonder"}});
  EXPECT_EQ(refused->at("isError"), true);
}

TEST_F(TaskMethods, InTheOlderDialectTheClientIsAskedWhileItWaitsForTheResult) {
  json::object params{{"name", "wonder"}, {"task", json::object{}}};
  Client client{.revision = kLatestLegacy, .capabilities = {{"elicitation", json::object{}}}};
  json::value id = ask(client, "tools/call", params)->at("task").at("taskId");
  auto result = ask(client, "tasks/result", {{"taskId", id}});
  EXPECT_EQ(result->at("content").at(0).at("text").as_string(), "Never mind.")
      << "this client can only take a plain answer: it has declined";
}

TEST_F(TaskMethods, WhoListensToATaskHearsOfItsChanges) {
  json::value id = open_to_questions("tools/call", {{"name", "wonder"}})->at("taskId");
  auto answer_and_close = [](TaskMethods& test, ledger::TaskId task) -> Task<void> {
    FakeServer& fake = test.fake;
    (void)co_await take_answers(fake.fake.tasks, task, {{"name", {{"action", "decline"}}}}, fake.fake.clock);
    auto has_heard = [&] {
      return !test.outlet->sent.empty() && test.outlet->sent.back().find("completed") != std::string::npos;
    };
    while (!has_heard()) co_await asio::post(fake.fake.loop.executor(), asio::use_awaitable);
    fake.closing.request(StopReason::shutdown);
  };
  fake.fake.nursery.start("client", answer_and_close(*this, std::string{id.as_string()}));
  json::object wanted{{"taskIds", json::array{id, "0123456789abcdef"}}};
  EXPECT_EQ(ask({.revision = kModern}, "subscriptions/listen", {{"notifications", wanted}}).error().code,
            kMissingCapability);
  EXPECT_TRUE(modern("subscriptions/listen", {{"notifications", wanted}}));
  ASSERT_GE(outlet->sent.size(), 2U);
  auto first = json::parse(outlet->sent.front());
  EXPECT_EQ(json::write(first->at("params").at("notifications").at("taskIds")), json::write(json::array{id}));
  auto last = json::parse(outlet->sent.back());
  EXPECT_EQ(last->at("method").as_string(), "notifications/tasks");
  EXPECT_EQ(last->at("params").at("status").as_string(), "completed");
  EXPECT_EQ(last->at("params").at("_meta").at(kMetaSubscription), 7);
}

TEST_F(TaskMethods, OnlyLongWorkCanBeAskedToBeATask) {
  json::object params{{"name", "echo"}, {"arguments", {{"text", "x"}}}, {"task", json::object{}}};
  EXPECT_EQ(legacy("tools/call", params).error().code, rpc::kMethodNotFound);
  EXPECT_TRUE(ask({.revision = Revision::v2025_06_18}, "tools/call", params)) << "it knows no tasks";
  json::object wrong = count({{"n", 0}});
  wrong["task"] = json::object{};
  EXPECT_EQ(legacy("tools/call", wrong).error().code, rpc::kInvalidParams);
}

TEST_F(TaskMethods, WhoDidNotSayThatItKnowsTasksGetsNone) {
  Client plain{.revision = kModern};
  for (std::string_view method : {"tasks/get", "tasks/update", "tasks/cancel"})
    EXPECT_EQ(ask(plain, std::string{method}, {{"taskId", "x"}}).error().code, kMissingCapability);
  for (std::string_view method : {"tasks/get", "tasks/result", "tasks/list", "tasks/cancel"})
    EXPECT_EQ(ask({.revision = Revision::v2025_06_18}, std::string{method}, {{"taskId", "x"}}).error().code,
              rpc::kMethodNotFound);
}

TEST_F(TaskMethods, AnUnknownTaskIsAWrongParameter) {
  for (json::object params :
       {json::object{{"taskId", "0123456789abcdef"}}, json::object{{"taskId", 5}}, json::object{}}) {
    params["inputResponses"] = json::object{};
    for (std::string_view method : {"tasks/get", "tasks/update", "tasks/cancel"})
      EXPECT_EQ(modern(std::string{method}, params).error().code, rpc::kInvalidParams) << method;
    for (std::string_view method : {"tasks/get", "tasks/result", "tasks/cancel"})
      EXPECT_EQ(legacy(std::string{method}, params).error().code, rpc::kInvalidParams) << method;
  }
}

TEST_F(TaskMethods, EachRevisionIsToldWhatItKnows) {
  EXPECT_TRUE(fake.server.capabilities(kModern).at("extensions").as_object().contains(kTasksExtension));
  EXPECT_FALSE(fake.server.capabilities(kModern).contains("tasks"));
  EXPECT_TRUE(fake.server.capabilities(kLatestLegacy).at("tasks").at("requests").at("tools").is_object());
  EXPECT_FALSE(fake.server.capabilities(Revision::v2025_06_18).contains("tasks"));
  auto tools = legacy("tools/list", {})->at("tools").as_array();
  EXPECT_EQ(tools[1].at("execution").at("taskSupport").as_string(), "optional");
  EXPECT_FALSE(tools[0].as_object().contains("execution"));
}

}  // namespace
}  // namespace oc::mcp
