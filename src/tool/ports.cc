// Tested by: tool/tool_test.cc
#include "tool/ports.h"

namespace oc::tool {
namespace {

class Silence final : public ProgressPort, public MessagePort, public AskPort {
 public:
  void report(const Progress&) override {}
  void message(MessageLevel, std::string_view, json::value) override {}
  Task<Result<Answers>> ask(std::vector<Question>, Stop) override {
    co_return fail(ErrorCode::missing_client_capability, "nobody can be asked here",
                   "Call the tool through an MCP client that supports elicitation.");
  }
};

}  // namespace

Question Question::form(std::string key, std::string_view message, json::object schema) {
  return {std::move(key), Kind::form, {{"message", message}, {"requestedSchema", std::move(schema)}}};
}

Ports silent_ports(Stop stop) {
  static Silence silence;  // stateless
  return {std::move(stop), &silence, &silence, &silence};
}

}  // namespace oc::tool
