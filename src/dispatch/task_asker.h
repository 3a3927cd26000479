// TaskAsker: the questions of a task. They stand in its record, where whoever speaks with the client finds
// them and writes the answers, in this process or in another.
#pragma once
#include "base/clock.h"
#include "ledger/task_ledger.h"
#include "tool/task_starter.h"

namespace oc::dispatch {

class TaskAsker final : public tool::AskPort {
 public:
  TaskAsker(ledger::TaskLedger& ledger, const Clock& clock, ledger::TaskId id, tool::Audience audience);

  // Waits for all answers. missing_client_capability when the client of this task cannot be asked so.
  Task<Result<tool::Answers>> ask(std::vector<tool::Question> questions, Stop stop) override;

 private:
  struct Asked {
    std::string key;          // the tool's
    std::string kept_as;      // in the record: a key never comes again
    tool::Question question;  // empty when it was answered before
  };
  Task<Result<ledger::TaskRecord>> put(std::vector<Asked>& open);
  Task<Result<void>> pick_up(const std::vector<Asked>& open);

  ledger::TaskLedger& ledger_;
  const Clock& clock_;
  ledger::TaskId id_;
  tool::Audience audience_;
};

}  // namespace oc::dispatch
