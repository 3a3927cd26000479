// RequestState: what a stateless conversation of several rounds must remember, sealed and handed to the
// client.
//
// The client may keep it, lose it or tamper with it. A seal binds it to the request it belongs to (method,
// name and arguments) and to a time; what does not verify is refused. The key lives as long as the process.
#pragma once
#include <expected>
#include <map>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "json/json.h"
#include "tool/ports.h"

namespace oc::mcp {

class RequestSeal {
 public:
  explicit RequestSeal(const Clock& clock);

  // `binding` identifies the request; see request_binding().
  std::string seal(std::string_view binding, const tool::Answers& answers) const;
  // The answers of earlier rounds, or why the state is refused.
  std::expected<tool::Answers, std::string> open(std::string_view state, std::string_view binding) const;

 private:
  const Clock& clock_;
  std::string key_;
};

// A digest of what a request asks for, without its answers and its state.
std::string request_binding(std::string_view method, const json::object& params);

}  // namespace oc::mcp
