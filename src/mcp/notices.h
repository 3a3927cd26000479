// What a running request tells its client before its answer: progress and messages.
#pragma once
#include <optional>

#include "base/clock.h"
#include "mcp/request_context.h"
#include "tool/ports.h"

namespace oc::mcp {

// What a request wants to see on its progress; none if it wants to see none.
std::optional<json::value> progress_token(const json::object& params);

// notifications/progress, for requests that carry a token. Values only grow; a burst of ten is let through,
// then ten a second; the last unit always is.
class ProgressSink final : public tool::ProgressPort {
 public:
  // `meta` goes with every notification.
  ProgressSink(const RequestContext& context, std::optional<json::value> token, const Clock& clock,
               json::object meta = {});
  void report(const tool::Progress& progress) override;

 private:
  bool allowed();
  std::shared_ptr<rpc::Outlet> outlet_;
  std::optional<json::value> token_;
  json::object meta_;
  bool with_message_;
  const Clock& clock_;
  std::optional<double> last_;
  double credit_;
  SteadyTime credited_at_;
};

// notifications/message, at or above the level the client wants.
class MessageSink final : public tool::MessagePort {
 public:
  explicit MessageSink(const RequestContext& context)
      : outlet_(context.outlet), level_(context.client.log_level) {}
  void message(tool::MessageLevel level, std::string_view logger, json::value data) override;

 private:
  std::shared_ptr<rpc::Outlet> outlet_;
  std::optional<tool::MessageLevel> level_;
};

}  // namespace oc::mcp
