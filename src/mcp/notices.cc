#include "mcp/notices.h"

#include <algorithm>

namespace oc::mcp {
namespace {

constexpr double kBurst = 10;
constexpr double kPerSecond = 10;

}  // namespace

std::optional<json::value> progress_token(const json::object& params) {
  const json::object* meta = json::find_object(params, "_meta");
  const json::value* token = meta ? meta->if_contains("progressToken") : nullptr;
  if (!token || !(token->is_string() || token->is_number())) return std::nullopt;
  return *token;
}

ProgressSink::ProgressSink(const RequestContext& context, std::optional<json::value> token,
                           const Clock& clock, json::object meta)
    : outlet_(context.outlet),
      token_(std::move(token)),
      meta_(std::move(meta)),
      with_message_(facts(context.client.revision).annotations),
      clock_(clock),
      credit_(kBurst),
      credited_at_(clock.steady_now()) {}

bool ProgressSink::allowed() {
  SteadyTime now = clock_.steady_now();
  credit_ =
      std::min(kBurst, credit_ + kPerSecond * std::chrono::duration<double>(now - credited_at_).count());
  credited_at_ = now;
  if (credit_ < 1) return false;
  credit_ -= 1;
  return true;
}

void ProgressSink::report(const tool::Progress& progress) {
  if (!token_ || !outlet_->can_send() || (last_ && progress.done <= *last_)) return;
  bool complete = progress.total && progress.done >= *progress.total;
  if (!allowed() && !complete) return;
  last_ = progress.done;
  json::object params{{"progressToken", *token_}, {"progress", progress.done}};
  if (progress.total) params["total"] = *progress.total;
  if (with_message_ && !progress.message.empty()) params["message"] = progress.message;
  if (!meta_.empty()) params["_meta"] = meta_;
  outlet_->send(rpc::write_notification("notifications/progress", params));
}

void MessageSink::message(tool::MessageLevel level, std::string_view logger, json::value data) {
  if (!level_ || level < *level_ || !outlet_->can_send()) return;
  json::object params{{"level", word_of(level)}, {"logger", logger}, {"data", std::move(data)}};
  outlet_->send(rpc::write_notification("notifications/message", params));
}

}  // namespace oc::mcp
