// `openchrome call`: one call of a tool from the shell, in this process or through a running server.
#pragma once
#include <string>
#include <vector>

#include "app/config.h"
#include "base/log.h"
#include "json/json.h"
#include "tool/catalog.h"

namespace oc::app {

enum ExitCode : int { kOk = 0, kToolError = 1, kUsage = 2, kTransport = 3 };

struct CallRequest {
  std::string tool;
  std::vector<std::string> arguments;  // key=value
  std::string json;                    // all arguments at once; key=value adds to it
  std::string url;                     // of a running server's endpoint; empty: in this process
};

// key=value by the schema of the tool: text stays text, everything else is read as JSON.
Result<json::object> read_arguments(const CallRequest& request, const json::object* schema);
// Payload to stdout, errors to stderr.
int run_call(const Config& config, Logger& log, const CallRequest& request);

}  // namespace oc::app
