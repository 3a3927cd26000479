// recording — what is done in a workspace from now on, until the time is up or somebody ends it.
// Tested by: tests/browser/recording_test.mjs
#include <deque>

#include "recording/recorder.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using oc::recording::EndedBy;
using oc::recording::Recorder;
using oc::recording::RecordingRequest;

// From the recorder to this call; either may go first.
struct Feed {
  explicit Feed(const Executor& executor) : changed(executor) {}
  std::deque<json::object> entries;
  bool ended = false;
  Signal changed;
};

void listen(RecordingRequest& request, const std::shared_ptr<Feed>& feed) {
  request.on_entry = [feed](const json::object& entry) {
    feed->entries.push_back(entry);
    feed->changed.notify_all();
  };
  request.on_end = [feed] {
    feed->ended = true;
    feed->changed.notify_all();
  };
}

// Hands over entries as they come, until there are no more or the call is stopped.
Task<Result<void>> follow(ToolContext& context, Feed& feed) {
  double done = 0;
  while (!context.stop().requested()) {
    while (!feed.entries.empty()) {
      json::object entry = std::move(feed.entries.front());
      feed.entries.pop_front();
      std::string kind{json::find_string(entry, "kind").value_or("")};
      OC_CO_TRY(co_await context.emit_item(std::move(entry)));
      (void)context.keep_going({.done = ++done, .message = std::move(kind)});
    }
    if (feed.ended) co_return Result<void>{};
    (void)co_await feed.changed.wait(context.stop());
  }
  co_return Result<void>{};
}

EndedBy why_stopped(const Stop& stop) {
  return stop.reason() == StopReason::shutdown ? EndedBy::shutdown : EndedBy::cancelled;
}

Task<Result<ToolOutput>> run(ToolContext& context, RecordingRequest request) {
  Executor executor = co_await asio::this_coro::executor;
  auto feed = std::make_shared<Feed>(executor);
  Recorder& recorder = context.services().recorder;
  request.sanitize = context.services().pages.sanitize;
  listen(request, feed);
  auto started = co_await recorder.start(std::move(request));
  if (!started) co_return std::unexpected(std::move(started).error());
  auto followed = co_await follow(context, *feed);
  EndedBy by = followed ? why_stopped(context.stop()) : EndedBy::error;  // no-op when it has ended
  auto ended = co_await recorder.stop(started->recording_id, by, {});
  if (!followed) co_return std::unexpected(std::move(followed).error());
  if (!ended) co_return std::unexpected(std::move(ended).error());
  auto actions = co_await context.services().pool.run(
      [files = recorder.files(), id = ended->recording_id] { return files.actions(id); });
  if (!actions) co_return std::unexpected(std::move(actions).error());
  ToolOutput output =
      ToolOutput::json(oc::recording::export_json(recorder.files(), *ended, std::move(*actions)));
  if (ended->ended_by == by) output.stopped = context.stop().reason();
  co_return output;
}

json::value from_items(json::array units) {
  return json::object{{"actions", std::move(units)}};
}

}  // namespace

const Tool& recording() {
  static const Tool tool{
      {.name = "recording",
       .title = "Record",
       .summary = "Record calls, input, navigations, console and requests, with a report to read.",
       .use_when = "what happens must be seen later; best with oc_task_start.",
       .tier = Tier::expert,
       .effect = Effect::observation,
       .default_timeout = std::chrono::hours{24},  // until it is stopped, or the server's own limit
       .long_running = true,
       .from_items = from_items},
      RecordingRequest::record(),
      run};
  return tool;
}

}  // namespace oc::tools
