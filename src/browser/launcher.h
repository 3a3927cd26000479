// Starting a Chrome of our own: its flags, its profile, the debugging pipe. Chrome ends when the pipe closes,
// and so with this process however it ends.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/process.h"
#include "cdp/wire.h"

namespace oc::browser {

struct LaunchOptions {
  std::string program;
  std::string profile;  // a directory of its own for each running browser
  bool headless = true;
  bool no_sandbox = false;
  int width = 1280;
  int height = 720;
  std::string resolver_rules = {};  // of Chrome's --host-resolver-rules
  cdp::Codec codec = cdp::Codec::json;
};

struct Launched {
  ChildProcess process;
  std::unique_ptr<cdp::Wire> wire;
};

std::vector<std::string> chrome_command(const LaunchOptions& options);
// Starts the program; whether it is a browser shows when it answers on the wire. `nursery` runs the wire's
// writer.
Result<Launched> launch(const LaunchOptions& options, Nursery& nursery);

}  // namespace oc::browser
