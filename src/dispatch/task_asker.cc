#include "dispatch/task_asker.h"

#include <algorithm>

#include "base/text.h"

namespace oc::dispatch {
namespace {

using ledger::Edited;
using ledger::TaskRecord;
using tool::Answers;
using tool::Question;

bool is_used(const TaskRecord& record, std::string_view key) {
  return (record.questions && record.questions->contains(key)) ||
         (record.answers && record.answers->contains(key));
}

const json::object* answer_to(const TaskRecord& record, std::string_view key) {
  return record.answers ? json::find_object(*record.answers, key) : nullptr;
}

}  // namespace

TaskAsker::TaskAsker(ledger::TaskLedger& ledger, const Clock& clock, ledger::TaskId id,
                     tool::Audience audience)
    : ledger_(ledger), clock_(clock), id_(std::move(id)), audience_(std::move(audience)) {}

Task<Result<Answers>> TaskAsker::ask(std::vector<Question> questions, Stop stop) {
  Answers given;
  std::vector<Asked> open;
  for (Question& question : questions) {
    if (auto known = audience_.known.find(question.key); known != audience_.known.end()) {
      given.insert(*known);
    } else if (std::ranges::find(audience_.kinds, question.kind) != audience_.kinds.end()) {
      std::string key = question.key;
      open.push_back({key, key, std::move(question)});
    } else {
      co_return fail(ErrorCode::missing_client_capability,
                     "the client of this task did not say that it can be asked such a question");
    }
  }
  if (open.empty()) co_return given;
  auto record = co_await put(open);
  auto is_complete = [&] {
    return std::ranges::all_of(open, [&](const Asked& one) { return answer_to(*record, one.kept_as); });
  };
  while (record && !is_complete()) record = co_await ledger_.wait_for_change(id_, record->revision, stop);
  if (!record) co_return std::unexpected(std::move(record).error());
  for (const Asked& one : open) given[one.key] = *answer_to(*record, one.kept_as);
  OC_CO_TRY(co_await pick_up(open));
  co_return given;
}

Task<Result<TaskRecord>> TaskAsker::put(std::vector<Asked>& open) {
  auto before = co_await ledger_.get(id_, {});
  if (!before) co_return before;
  for (Asked& one : open) {
    for (int again = 2; is_used(*before, one.kept_as); ++again) one.kept_as = cat(one.key, "-", again);
  }
  auto edit = [open, now = clock_.now_ms()](TaskRecord& record) -> Result<Edited> {
    json::object all = record.questions.value_or(json::object{});
    json::array keys;
    for (const Asked& one : open) {
      all[one.kept_as] = json::object{{"kind", word_of(one.question.kind)}, {"params", one.question.params}};
      keys.emplace_back(one.kept_as);
    }
    record.questions = std::move(all);
    record.updated_at = now;
    return Edited{.events = {{now, ledger::EventKind::log, json::object{{"asked", std::move(keys)}}}}};
  };
  co_return co_await ledger_.edit(id_, edit);
}

// What a person answered is not kept longer than it is needed.
Task<Result<void>> TaskAsker::pick_up(const std::vector<Asked>& open) {
  auto edit = [open, now = clock_.now_ms()](TaskRecord& record) -> Result<Edited> {
    for (const Asked& one : open) (*record.answers)[one.kept_as] = nullptr;
    record.updated_at = now;
    return Edited{};
  };
  auto edited = co_await ledger_.edit(id_, edit);
  if (!edited) co_return std::unexpected(std::move(edited).error());
  co_return Result<void>{};
}

}  // namespace oc::dispatch
