// CommandRunner: carries queued commands out in this server's own browser: each is a call of the tool that
// queued it, made at once.
#pragma once
#include "bridge/command.h"
#include "dispatch/dispatcher.h"
#include "tool/catalog.h"

namespace oc::dispatch {

class CommandRunner {
 public:
  CommandRunner(const tool::Catalog& catalog, Dispatcher& dispatcher)
      : catalog_(catalog), dispatcher_(dispatcher) {}

  // What the tool answered, as JSON.
  Task<Result<json::value>> run(bridge::Command command, Stop stop);

 private:
  const tool::Catalog& catalog_;
  Dispatcher& dispatcher_;
};

// The arguments of that call.
json::object arguments_of(const bridge::Command& command);

}  // namespace oc::dispatch
