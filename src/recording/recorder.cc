#include "recording/recorder.h"

#include <unistd.h>

#include <deque>

#include "base/encoding.h"
#include "base/process.h"
#include "base/text.h"
#include "json/redact.h"
#include "page/sanitizer.h"
#include "page/screenshot.h"
#include "recording/entry.h"
#include "recording/input_watch.h"
#include "store/dated_id.h"
#include "store/jsonl.h"

namespace oc::recording {
namespace {

constexpr std::size_t kMostRunning = 16;
// What pages do is told as far as it goes: ten entries for each action that was allowed.
constexpr std::int64_t kPageEntriesPerAction = 10;
constexpr std::size_t kMostQueuedPictures = 8;
constexpr std::chrono::seconds kPicturePatience{3};
constexpr int kPictureQuality = 60;

}  // namespace

struct Recorder::Live {
  explicit Live(const Executor& executor) : changed(executor) {}

  Metadata metadata;
  RecordingRequest request;
  std::vector<Listening> listening;
  std::map<std::string, std::unique_ptr<InputWatch>> inputs;  // by tab
  StopSource ended;                                           // requested when nothing more is heard
  std::int64_t last_seq = 0;
  std::string lines;  // not written yet
  bool is_writing = false;
  struct Picture {
    std::int64_t of;
    std::string tab_id;
  };
  std::deque<Picture> pictures;
  bool is_picturing = false;
  bool is_finished = false;
  Signal changed;

  bool has_ended() const { return ended.stop().requested(); }
  std::int64_t actions() const { return metadata.tool_calls + metadata.navigations + metadata.inputs; }
};

Recorder::Recorder(RecorderParts parts, std::string directory)
    : parts_(std::move(parts)),
      files_(parts_.files, std::move(directory)),
      nursery_(parts_.executor, parts_.log) {}

Recorder::~Recorder() = default;

Task<Result<Metadata>> Recorder::start(RecordingRequest request) {
  if (closing_.stop().requested()) co_return std::unexpected(closing_.stop().error());
  if (live_.size() >= kMostRunning) {
    co_return fail(ErrorCode::server_busy, cat(kMostRunning, " recordings are running already"),
                   "End one with oc_recording_stop.");
  }
  if (request.tab_id) {
    auto tab = parts_.browser.tabs().find(*request.tab_id);
    if (!tab) co_return std::unexpected(std::move(tab).error());
    request.workspace = (*tab)->workspace();
  }
  auto live = std::make_shared<Live>(parts_.executor);
  live->metadata = {.recording_id = store::dated_id(parts_.clock.now_ms()),
                    .label = request.label,
                    .workspace = request.workspace,
                    .tab_id = request.tab_id,
                    .started_at = parts_.clock.now_ms(),
                    .duration_ms = request.duration_ms,
                    .screenshots = request.screenshots,
                    .max_actions = request.max_actions,
                    .owner_pid = getpid(),
                    .owner_start = static_cast<std::int64_t>(process_start_ticks(getpid()).value_or(0))};
  live->request = std::move(request);
  live_[live->metadata.recording_id] = live;
  // It listens before it can be seen on disk; what it hears waits until there is a folder to write to.
  live->is_writing = true;
  listen(live);
  auto made = co_await parts_.pool.run(
      [files = files_, metadata = live->metadata] { return files.create(metadata); });
  if (!made) {
    forget(live);
    co_return std::unexpected(std::move(made).error());
  }
  nursery_.start("recording writer", write_queue(live));
  if (live->request.duration_ms && !live->has_ended())
    nursery_.start("recording", end_after(live, std::chrono::milliseconds{*live->request.duration_ms}));
  co_return live->metadata;
}

void Recorder::forget(const LivePtr& live) {
  live->is_writing = false;
  live->lines.clear();
  live->changed.notify_all();
  if (!live->ended.request(StopReason::cancelled)) return;  // finish() does the rest
  live->listening.clear();
  live_.erase(live->metadata.recording_id);
}

void Recorder::listen(const LivePtr& live) {
  std::weak_ptr<Live> weak = live;
  live->listening.push_back(parts_.journal.listen([this, weak](const journal::JournalEvent& event) {
    if (auto one = weak.lock()) on_call(one, event);
  }));
  for (const auto& tab : parts_.browser.tabs().all()) listen_to(live, tab);
  live->listening.push_back(
      parts_.browser.tabs().on_added([this, weak](const std::shared_ptr<browser::Tab>& tab) {
        if (auto one = weak.lock()) listen_to(one, tab);
      }));
}

void Recorder::listen_to(const LivePtr& live, const std::shared_ptr<browser::Tab>& tab) {
  const auto& only = live->request.tab_id;
  if (tab->workspace() != live->request.workspace || (only && *only != tab->id())) return;
  auto hear = [this, weak = std::weak_ptr<Live>{live}, id = tab->id()](json::object entry) {
    if (auto one = weak.lock()) add(one, std::move(entry), id);
  };
  watch_input(live, tab, hear);
  live->listening.push_back(tab->navigation().on_arrival(
      [this, hear, weak = std::weak_ptr<Live>{live},
       watched = std::weak_ptr<browser::Tab>{tab}](const browser::Arrival& arrival) {
        hear(entry_of_arrival(arrival));
        auto one = weak.lock();
        auto there = watched.lock();
        if (one && there) watch_input(one, there, hear);  // it may have another session by now
      }));
  live->listening.push_back(
      tab->console().on_entry([hear](const browser::ConsoleEntry& entry) { hear(entry_of_console(entry)); }));
  live->listening.push_back(
      tab->network().on_entry([hear](const browser::NetworkEntry& entry) { hear(entry_of_request(entry)); }));
}

void Recorder::watch_input(const LivePtr& live, const std::shared_ptr<browser::Tab>& tab,
                           const std::function<void(json::object)>& hear) {
  if (live->has_ended() || !tab->session()) return;
  std::unique_ptr<InputWatch>& watch = live->inputs[tab->id()];
  if (!watch || !watch->is_of(tab->session())) watch = std::make_unique<InputWatch>(*tab, nursery_, hear);
}

void Recorder::on_call(const LivePtr& live, const journal::JournalEvent& event) {
  const auto& only = live->request.tab_id;
  std::string tab_id{json::find_string(event.body(), "tab").value_or("")};
  if (json::find_string(event.body(), "workspace") != live->request.workspace) return;
  if (only && *only != tab_id) return;
  auto entry = entry_of_call(event);
  if (!entry) return;
  auto tab = parts_.browser.tabs().find(tab_id);
  if (tab && (*tab)->policy().check_navigation((*tab)->url())) {
    (*entry)["url"] = shorten(json::redact_text((*tab)->url()), 1000);
    (*entry)["title"] = shorten((*tab)->title(), 300);
  }
  bool acted = json::find_string(*entry, "effect") == "action";
  add(live, std::move(*entry), tab_id);
  if (acted && live->request.screenshots && !tab_id.empty()) want_picture(live, live->last_seq, tab_id);
}

void Recorder::add(const LivePtr& live, json::object entry, const std::string& tab_id) {
  if (live->has_ended()) return;
  Metadata& metadata = live->metadata;
  std::string_view kind = json::find_string(entry, "kind").value_or("");
  bool is_action = kind == "tool_call" || kind == "navigation" || kind == "input";
  if (!is_action && metadata.console + metadata.network >= kPageEntriesPerAction * metadata.max_actions) {
    ++metadata.dropped;
    return;
  }
  if (kind == "tool_call") ++metadata.tool_calls;
  if (kind == "navigation") ++metadata.navigations;
  if (kind == "input") ++metadata.inputs;
  if (kind == "console") ++metadata.console;
  if (kind == "network") ++metadata.network;
  if (!tab_id.empty()) entry["tabId"] = tab_id;
  write_down(live, std::move(entry));
  if (live->actions() >= metadata.max_actions) end(live, EndedBy::max_actions);
}

void Recorder::write_down(const LivePtr& live, json::object entry) {
  json::object line{{"seq", ++live->last_seq}, {"ts", parts_.clock.now_ms()}};
  for (auto& member : entry) line[member.key()] = std::move(member.value());
  json::value clean = std::move(line);
  page::SanitizeCounts removed;
  if (live->request.sanitize) page::sanitize(clean, removed);
  live->lines += store::json_line(clean);
  if (live->request.on_entry) live->request.on_entry(clean.get_object());
  if (!std::exchange(live->is_writing, true)) nursery_.start("recording writer", write_queue(live));
}

Task<void> Recorder::write_queue(LivePtr live) {
  while (!live->lines.empty()) {
    auto written = co_await parts_.pool.run(
        [files = files_, id = live->metadata.recording_id, lines = std::exchange(live->lines, {})] {
          return files.append(id, lines);
        });
    if (written) continue;
    live->lines.clear();
    live->metadata.error = written.error().message;
    end(live, EndedBy::error);
  }
  live->is_writing = false;
  live->changed.notify_all();
}

// --- pictures ---

void Recorder::want_picture(const LivePtr& live, std::int64_t of, const std::string& tab_id) {
  if (live->pictures.size() >= kMostQueuedPictures) return;
  live->pictures.push_back({of, tab_id});
  if (!std::exchange(live->is_picturing, true)) nursery_.start("recording pictures", take_pictures(live));
}

Task<void> Recorder::take_pictures(LivePtr live) {
  while (!live->pictures.empty() && !closing_.stop().requested()) {
    Live::Picture wanted = std::move(live->pictures.front());
    live->pictures.pop_front();
    StopSource patience{closing_.stop(), std::chrono::steady_clock::now() + kPicturePatience};
    auto bytes = co_await picture_of(wanted.tab_id, patience.stop());
    if (!bytes) continue;  // the page went away, or shows a dialog
    std::string name = cat("screenshot-", wanted.of, ".webp");
    auto written = co_await parts_.pool.run(
        [files = files_, id = live->metadata.recording_id, name, bytes = std::move(*bytes)] {
          return files.write_picture(id, name, bytes);
        });
    if (!written) continue;
    ++live->metadata.pictures;
    write_down(live, {{"kind", "screenshot"}, {"of", wanted.of}, {"file", name}, {"tabId", wanted.tab_id}});
  }
  live->pictures.clear();
  live->is_picturing = false;
  live->changed.notify_all();
}

Task<Result<std::string>> Recorder::picture_of(std::string tab_id, Stop stop) {
  auto tab = parts_.browser.tabs().find(tab_id);
  if (!tab) co_return std::unexpected(std::move(tab).error());
  if ((*tab)->status() != browser::TabStatus::attached)
    co_return fail(ErrorCode::target_closed, "the tab is not there");
  // What a person may not see through a tool gets into no picture either.
  OC_CO_TRY((*tab)->policy().check_navigation((*tab)->url()));
  auto hold = co_await (*tab)->lane().enter(browser::TabLane::Use::shared, stop);
  if (!hold) co_return std::unexpected(std::move(hold).error());
  auto front = co_await parts_.browser.bring_to_front(**tab, stop);
  if (!front) co_return std::unexpected(std::move(front).error());
  auto picture = co_await page::take_screenshot(**tab, {.quality = kPictureQuality}, stop);
  if (!picture) co_return std::unexpected(std::move(picture).error());
  auto bytes = base64_decode(picture->base64);
  if (!bytes) co_return fail(ErrorCode::protocol_error, "the browser's picture cannot be decoded");
  co_return std::move(*bytes);
}

// --- the end ---

Task<void> Recorder::end_after(LivePtr live, std::chrono::milliseconds duration) {
  bool is_over = co_await sleep_for(duration, live->ended.stop());
  if (is_over) end(live, EndedBy::duration);
}

void Recorder::end(const LivePtr& live, EndedBy by) {
  if (!live->ended.request(StopReason::cancelled)) return;
  live->listening.clear();
  live->metadata.ended_at = parts_.clock.now_ms();
  live->metadata.ended_by = by;
  nursery_.start("recording end", finish(live));
}

Task<void> Recorder::finish(LivePtr live) {
  while (live->is_writing || live->is_picturing) (void)co_await live->changed.wait({});
  live->inputs.clear();  // not sooner: one of them may be telling what ended it
  Metadata& metadata = live->metadata;
  auto written = co_await parts_.pool.run([files = files_, metadata]() -> Result<void> {
    OC_TRY(files.write_metadata(metadata));
    auto report = files.write_report(metadata);
    if (!report) return std::unexpected(std::move(report).error());
    return {};
  });
  if (!written) {
    parts_.log.warn("recording", metadata.recording_id, ": ", written.error().message);
    if (!metadata.error) metadata.error = written.error().message;
  }
  live->is_finished = true;
  live_.erase(metadata.recording_id);
  live->changed.notify_all();
  if (live->request.on_end) live->request.on_end();
}

Task<Result<Metadata>> Recorder::stop(std::string id, EndedBy by, Stop stop) {
  auto found = live_.find(id);
  if (found == live_.end()) {
    auto kept = co_await parts_.pool.run([files = files_, id] { return files.load(id); });
    if (kept && kept->status() == "recording")
      co_return fail(ErrorCode::unsupported, "another server records it", "Ask that server to end it.");
    co_return kept;
  }
  LivePtr live = found->second;
  end(live, by);
  while (!live->is_finished) {
    bool woken = co_await live->changed.wait(stop);
    if (!woken) co_return std::unexpected(stop.error());
  }
  co_return live->metadata;
}

std::vector<std::string> Recorder::running() const {
  std::vector<std::string> out;
  for (const auto& [id, live] : live_) out.push_back(id);
  return out;
}

Task<bool> Recorder::close(Stop stop) {
  closing_.request(StopReason::shutdown);
  std::vector<LivePtr> all;
  for (const auto& [id, live] : live_) all.push_back(live);
  for (const LivePtr& live : all) end(live, EndedBy::shutdown);
  bool joined = co_await nursery_.join(stop);
  co_return joined;
}

}  // namespace oc::recording
