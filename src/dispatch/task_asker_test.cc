#include "dispatch/task_asker.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/write.h"
#include "tool/testing/fake_services.h"

namespace oc::dispatch {
namespace {

using tool::Answers;
using tool::Question;
using Kind = Question::Kind;

struct TaskAskerTest : testing::Test {
  TaskAskerTest() { EXPECT_TRUE(fake.loop.run(fake.tasks.begin(id))); }
  TaskAsker asker(tool::Audience audience) { return {fake.tasks, fake.clock, id, std::move(audience)}; }
  ledger::TaskRecord record() { return *fake.loop.run(fake.tasks.get(id, {})); }
  static std::vector<Question> questions(std::initializer_list<std::string> keys) {
    std::vector<Question> out;
    for (const std::string& key : keys) out.push_back(Question::form(key, "Well?", {}));
    return out;
  }
  void settle() {
    do fake.loop.io.restart();
    while (fake.loop.io.poll() > 0);
  }
  // As somebody else would, in this process or in another.
  void answer(const std::string& key, json::object with) {
    auto edited = fake.loop.run(fake.tasks.edit(id, [&](ledger::TaskRecord& task) -> Result<ledger::Edited> {
      if (!task.answers) task.answers.emplace();
      (*task.answers)[key] = with;
      task.questions->erase(key);
      return ledger::Edited{};
    }));
    EXPECT_TRUE(edited);
  }
  auto start(TaskAsker& asker, std::vector<Question> what, Stop stop = {}) {
    auto out = std::make_shared<std::optional<Result<Answers>>>();
    fake.nursery.start("ask",
                       [](TaskAsker& by, std::vector<Question> of, Stop until, auto into) -> Task<void> {
                         *into = co_await by.ask(std::move(of), until);
                       }(asker, std::move(what), std::move(stop), out));
    settle();
    return out;
  }

  tool::FakeServices fake;
  ledger::TaskId id = fake.loop.run(fake.tasks.create({"sample", {}})).value().record.task_id;
};

TEST_F(TaskAskerTest, QuestionsStandInTheRecordUntilAllAreAnswered) {
  TaskAsker by = asker({.kinds = {Kind::form}});
  auto asked = start(by, questions({"a", "b"}));
  EXPECT_TRUE(record().asks());
  EXPECT_EQ(record().questions->size(), 2U);
  answer("a", {{"action", "accept"}});
  settle();
  EXPECT_FALSE(asked->has_value());
  answer("b", {{"action", "decline"}});
  settle();
  ASSERT_TRUE(asked->has_value() && (**asked).has_value());
  EXPECT_EQ((**asked)->at("b").at("action").as_string(), "decline");
  EXPECT_FALSE(record().asks());
  EXPECT_EQ(json::write(*record().answers), R"({"a":null,"b":null})") << "what was said is not kept";
}

TEST_F(TaskAskerTest, AKeyNeverComesAgain) {
  TaskAsker by = asker({.kinds = {Kind::form}});
  for (std::string_view expected : {"a", "a-2"}) {
    auto asked = start(by, questions({"a"}));
    ASSERT_TRUE(record().questions->contains(expected));
    answer(std::string{expected}, {{"action", "accept"}, {"n", expected}});
    settle();
    ASSERT_TRUE(asked->has_value());
    EXPECT_EQ((**asked)->at("a").at("n").as_string(), expected);
  }
}

TEST_F(TaskAskerTest, WhatWasAnsweredBeforeIsNotAskedAgain) {
  TaskAsker by = asker({.kinds = {}, .known = {{"a", {{"action", "accept"}}}}});
  auto asked = start(by, questions({"a"}));
  ASSERT_TRUE(asked->has_value());
  EXPECT_TRUE((**asked).has_value());
  EXPECT_FALSE(record().asks());
}

TEST_F(TaskAskerTest, WhoCannotBeAskedIsNot) {
  TaskAsker by = asker({.kinds = {Kind::roots}});
  auto asked = start(by, questions({"a"}));
  EXPECT_EQ((**asked).error().code, ErrorCode::missing_client_capability);
  EXPECT_FALSE(record().asks());
}

TEST_F(TaskAskerTest, AStopEndsTheWait) {
  TaskAsker by = asker({.kinds = {Kind::form}});
  StopSource stop;
  auto asked = start(by, questions({"a"}), stop.stop());
  stop.request(StopReason::cancelled);
  settle();
  EXPECT_EQ((**asked).error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace oc::dispatch
