// deadline: the call's stop is requested at the earliest of what the caller asked for, what the tool allows
// itself and what the server allows anyone. Stands outside everything that may wait, so that waiting counts.
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include "dispatch/layer.h"

namespace oc::dispatch {
namespace {

// Does it say no more than that time is up? Such messages end with that of the stop itself.
bool is_plain(const Error& timeout) {
  return timeout.message.ends_with(StopSource{Stop{}, SteadyTime{}}.stop().error().message);
}

}  // namespace

Task<Result<ToolOutput>> enforce_deadline(Services&, Call& call, Next next) {
  if (call.tool.spec().waits_as_told) co_return co_await next(call);
  std::chrono::milliseconds allowed = call.tool.spec().default_timeout;
  if (call.tool.spec().own_wait) allowed += call.tool.spec().own_wait(call.arguments);
  if (call.common.timeout_ms) allowed = std::chrono::milliseconds{*call.common.timeout_ms};
  allowed = std::min(allowed, call.longest);

  SteadyTime deadline = std::chrono::steady_clock::now() + allowed;
  StopSource limited{call.ports.stop, deadline};
  asio::steady_timer timer{co_await asio::this_coro::executor, deadline};
  timer.async_wait([limited](boost::system::error_code error) mutable {
    if (!error) limited.request(StopReason::deadline);
  });
  call.ports.stop = limited.stop();
  auto outcome = co_await next(call);
  timer.cancel();
  // A tool that tells what it waited for says more than we can.
  bool told = !outcome && outcome.error().code == ErrorCode::timeout && !is_plain(outcome.error());
  if (told) co_return outcome;
  // Only the reason is known here for certain; a tool that was interrupted may call it by another name.
  bool interrupted = !outcome && (outcome.error().code == ErrorCode::cancelled ||
                                  outcome.error().code == ErrorCode::timeout);
  if (interrupted && limited.stop().reason() == StopReason::deadline) {
    Error late{ErrorCode::timeout,
               cat("'", call.tool.spec().name, "' did not finish within ", allowed.count(), " ms")};
    // Whether it may have taken effect is known further inside.
    late.can_repeat = outcome.error().can_repeat;
    if (late.can_repeat) late.hint = std::move(outcome.error().hint);
    co_return std::unexpected(std::move(late));
  }
  co_return outcome;
}

}  // namespace oc::dispatch
