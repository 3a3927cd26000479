// Tested by: mcp/task_view_test.cc
#include "mcp/task_questions.h"

#include "mcp/ask.h"
#include "mcp/protocol.h"

namespace oc::mcp {
namespace {

using ledger::Edited;
using ledger::TaskRecord;
using tool::Question;

}  // namespace

std::vector<Question> open_questions(const TaskRecord& task) {
  std::vector<Question> out;
  if (!task.asks()) return out;
  for (const auto& member : *task.questions) {
    const json::object* stored = member.value().if_object();
    auto kind = stored ? from_word<Question::Kind>(json::text_of(*stored, "kind")) : std::nullopt;
    const json::object* params = stored ? json::find_object(*stored, "params") : nullptr;
    if (kind) out.push_back({std::string{member.key()}, *kind, params ? *params : json::object{}});
  }
  return out;
}

json::object input_requests(const TaskRecord& task) {
  json::object out;
  for (const Question& question : open_questions(task)) out[question.key] = request_of(question);
  return out;
}

Task<Result<TaskRecord>> take_answers(ledger::TaskLedger& tasks, ledger::TaskId id, json::object responses,
                                      const Clock& clock, std::set<std::string> refused) {
  auto edit = [responses = std::move(responses), refused = std::move(refused),
               now = clock.now_ms()](TaskRecord& record) -> Result<Edited> {
    bool changed = false;
    for (const Question& question : open_questions(record)) {
      const json::value* response = responses.if_contains(question.key);
      bool is_refused = refused.contains(question.key);
      if (!is_refused && (!response || !is_answer(question, *response))) continue;
      if (!record.answers) record.answers.emplace();
      (*record.answers)[question.key] =
          is_refused ? json::object{{"action", "decline"}} : response->as_object();
      record.questions->erase(question.key);
      changed = true;
    }
    if (changed) record.updated_at = now;
    return Edited{.changed = changed};
  };
  auto edited = co_await tasks.edit(id, edit);
  // A task that has ended meanwhile has no open question.
  if (!edited && edited.error().code == ErrorCode::task_already_finished) edited = co_await tasks.get(id, {});
  co_return edited;
}

Task<Result<TaskRecord>> ask_for_task(ledger::TaskLedger& tasks, TaskRecord task, RequestContext& context,
                                      const Clock& clock) {
  std::unique_ptr<Asker> asker = make_related_asker(context, task.task_id);
  json::object responses;
  std::set<std::string> refused;
  for (Question& question : open_questions(task)) {
    std::string key = question.key;
    std::vector<Question> one;
    one.push_back(std::move(question));
    auto answers = co_await asker->ask(std::move(one), context.stop);
    if (!answers && context.stop.requested()) co_return std::unexpected(std::move(answers).error());
    // Who cannot or will not answer has declined: the task goes on with that.
    if (answers) {
      responses[key] = answers->at(key);
    } else {
      refused.insert(key);
    }
  }
  co_return co_await take_answers(tasks, task.task_id, std::move(responses), clock, std::move(refused));
}

}  // namespace oc::mcp
