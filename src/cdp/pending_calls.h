// PendingCalls: commands that a browser has not answered yet. Each ends exactly once: answered, failed with a
// kind (closed, crashed, disconnected), or given up by its caller, after which a late answer is ignored on
// purpose.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "json/json.h"

namespace oc::cdp {

class PendingCalls {
 public:
  explicit PendingCalls(Executor executor) : executor_(std::move(executor)) {}

  class Call;
  // `session`: the id of the session it was sent on, empty for the browser's own.
  std::shared_ptr<Call> add(std::uint64_t id, std::string session, std::string method);
  // Waits for the outcome; the stop's error, named after the method, when the stop comes first.
  Task<Result<json::value>> wait(std::shared_ptr<Call> call, Stop stop);

  // An answer came; false when nobody waits for it.
  bool settle(std::uint64_t id, Result<json::value> outcome);
  // A session ended: its calls fail with this error.
  void fail_session(const std::string& session, const Error& error);
  void fail_all(const Error& error);
  std::size_t size() const { return calls_.size(); }

 private:
  Executor executor_;
  std::map<std::uint64_t, std::shared_ptr<Call>> calls_;
};

}  // namespace oc::cdp
