// ToolContext: what a handler may touch. Its parameter type states what a tool needs; this one never wakes
// Chrome.
#pragma once
#include <vector>

#include "tool/ports.h"
#include "tool/services.h"

namespace oc::tool {

class ToolContext {
 public:
  ToolContext(Services& services, const Ports& ports) : services_(services), ports_(ports) {}

  const Stop& stop() const { return ports_.stop; }
  const Clock& clock() const { return services_.clock; }
  Services& services() { return services_; }

  // Reports one unit of work; false when it is time to stop. One call for both, so that nobody can forget one
  // of them.
  bool keep_going(const Progress& progress) {
    ports_.progress->report(progress);
    return !ports_.stop.requested();
  }
  // A line for the client's own log.
  void message(MessageLevel level, json::value data) {
    ports_.messages->message(level, "openchrome", std::move(data));
  }
  // Asks the user. Ask before you act: where answers come with a later call the tool runs again from its
  // start.
  Task<Result<Answers>> ask(std::vector<Question> questions) {
    return ports_.asker->ask(std::move(questions), ports_.stop);
  }

 private:
  Services& services_;
  const Ports& ports_;
};

}  // namespace oc::tool
