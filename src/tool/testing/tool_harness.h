// ToolHarness: runs one tool alone, with fake services, as the innermost layer would. Tests of tools are the
// only other place that may do so; calls of real clients pass the whole pipeline.
#pragma once
#include <gtest/gtest.h>

#include "tool/testing/fake_services.h"
#include "tool/tool.h"

namespace oc::tool {

class ToolHarness {
 public:
  Result<ToolOutput> run(const Tool& tool, const json::object& arguments, Stop stop = {}) {
    auto decoded = tool.decode(arguments);
    if (!decoded) return std::unexpected(std::move(decoded).error());
    Ports ports = silent_ports(std::move(stop));
    ToolContext context{fake.services, ports};
    return fake.loop.run(tool.invoke(InvokeKey::for_tests(), context, *decoded));
  }
  // The JSON payload; a failure of the tool fails the test.
  json::value value(const Tool& tool, const json::object& arguments) {
    auto output = run(tool, arguments);
    if (!output) {
      ADD_FAILURE() << output.error().message;
      return nullptr;
    }
    return std::get<json::value>(output->body);
  }
  json::object data(const Tool& tool, const json::object& arguments) {
    return value(tool, arguments).as_object();
  }

  FakeServices fake;
};

}  // namespace oc::tool
