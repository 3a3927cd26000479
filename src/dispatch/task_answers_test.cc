#include "dispatch/task_answers.h"

#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::count_to;

struct TaskAnswersTest : testing::Test {
  tool::FakeServices fake;
  TaskAnswers answers{fake.services};

  ledger::TaskRecord ended(std::string result, json::object arguments = {}) {
    auto created = fake.loop.run(fake.tasks.create({.kind = "count_to", .arguments = std::move(arguments)}));
    std::string id = created->record.task_id;
    (void)fake.loop.run(fake.tasks.begin(id));
    auto done = fake.loop.run(fake.tasks.finish(id, {.result = std::move(result)}));
    EXPECT_TRUE(done) << done.error().message;
    return *fake.loop.run(fake.tasks.get(id, {}));
  }
  ToolOutput of(const ledger::TaskRecord& task) {
    auto output = fake.loop.run(answers.of(count_to(), task, {}));
    EXPECT_TRUE(output) << output.error().message;
    return output.value_or(ToolOutput{});
  }
  static std::string handle_of(const ToolOutput& output) {
    const auto* data = std::get_if<json::value>(&output.body);
    return data ? json::text_of(data->as_object(), "output_handle") : "";
  }
};

TEST_F(TaskAnswersTest, AShortResultIsTheAnswer) {
  EXPECT_EQ(std::get<json::value>(of(ended(R"({"numbers":[1]})")).body).at("numbers").as_array().size(), 1U);
  EXPECT_EQ(std::get<std::string>(of(ended(R"("words")")).body), "words");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(of(ended("null")).body));
}

TEST_F(TaskAnswersTest, ALongOneIsStoredOnceAndDescribed) {
  ledger::TaskRecord task = ended(cat(R"({"numbers":[")", std::string(200'000, 'x'), "\"]}"));
  ToolOutput first = of(task);
  EXPECT_TRUE(handle_of(first).starts_with("oh_")) << handle_of(first);
  EXPECT_EQ(first.notes.size(), 1U) << "why it is stored";
  EXPECT_EQ(first.attachments.size(), 1U) << "a link";
  EXPECT_EQ(handle_of(of(task)), handle_of(first)) << "the same on every question";
  EXPECT_EQ(fake.loop.run(fake.outputs.list({}))->size(), 1U);
}

TEST_F(TaskAnswersTest, WhatStoodBesideTheResultComesWithIt) {
  ledger::TaskRecord task = ended(R"({"numbers":[1]})");
  task.beside = json::object{{"notes", {"held: POST /"}}, {"meta", {{"x", 1}}}};
  ToolOutput output = of(task);
  EXPECT_EQ(output.notes.at(0), "held: POST /");
  EXPECT_EQ(output.meta.at("x").as_int64(), 1);
  task = ended(cat(R"({"numbers":[")", std::string(200'000, 'x'), "\"]}"));
  task.beside = json::object{{"notes", {"held: POST /"}}};
  EXPECT_EQ(of(task).notes.size(), 2U) << "and why it is stored";
}

TEST_F(TaskAnswersTest, TheCallsOwnWishCounts) {
  EXPECT_NE(handle_of(of(ended(R"({"numbers":[1]})", {{"output_mode", "handle"}}))), "");
  ToolOutput text = of(ended(cat("\"", std::string(9000, 'x'), "\""),
                             {{"output_mode", "auto"}, {"output_inline_limit_bytes", 1024}}));
  EXPECT_NE(handle_of(text), "");
}

}  // namespace
}  // namespace oc::dispatch
