#include "ledger/task_files.h"

#include <algorithm>
#include <limits>

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"
#include "store/atomic_file.h"
#include "store/jsonl.h"
#include "store/piece_writer.h"

namespace oc::ledger {
namespace {

using store::path_in;

constexpr std::string_view kMeta = "meta.json";
constexpr std::string_view kCounts = "counts.json";
constexpr std::string_view kEvents = "events.jsonl";
constexpr std::string_view kItems = "items.jsonl";
constexpr std::string_view kResult = "result.json";
constexpr std::string_view kUnborn = ".new-";

// What changes often, beside the record. Whichever of the two has the higher revision has the counters.
struct Counts {
  std::int64_t revision = 0;
  std::int64_t updated_at = 0;
  Counters counters;

  static const json::Record<Counts>& record() {
    static const json::Record<Counts> record{
        json::required("revision", &Counts::revision),
        json::required("updated_at", &Counts::updated_at),
        json::required("counters", &Counts::counters),
    };
    return record;
  }
};

std::string text_of(const TaskRecord& record) {
  return cat(json::write(to_json(record)), "\n");
}

bool same_file(const store::FileInfo& a, const store::FileInfo& b) {
  return a.identity == b.identity && a.modified_ms == b.modified_ms && a.size == b.size;
}

Result<void> append(store::FileSystem& files, const std::string& path, std::string_view lines) {
  store::Appended done = store::append_lines(files, path, lines);
  if (done.error) return std::unexpected(std::move(*done.error));
  return {};
}

}  // namespace

std::string TaskFiles::path_of(const TaskId& id, std::string_view name) const {
  return path_in(directory_of(id), name);
}

// A key may hold anything and be of any length; its hash may not.
std::string TaskFiles::key_file(std::string_view key) const {
  return path_in(keys(), hex_encode(sha256(key)));
}

Result<std::vector<TaskId>> TaskFiles::ids() const {
  auto names = files_.list(root_);
  if (names) std::erase_if(*names, [](const std::string& name) { return !is_task_id(name); });
  return names;
}

Result<std::optional<store::FileInfo>> TaskFiles::info(const TaskId& id) const {
  auto meta = files_.info(path_of(id, kMeta));
  if (!meta || !*meta) return meta;
  auto counts = files_.info(path_of(id, kCounts));
  if (!counts || !*counts) return counts ? meta : counts;
  store::FileInfo both = **meta;
  both.size += (*counts)->size;
  both.modified_ms = std::max(both.modified_ms, (*counts)->modified_ms);
  both.identity = both.identity * 31 + (*counts)->identity;
  return both;
}

// A file that a loss of power left empty is as if it were not there.
void TaskFiles::take_counts(TaskRecord& record) const {
  auto text = files_.read(path_of(record.task_id, kCounts));
  if (!text || !*text) return;
  auto parsed = json::parse(**text);
  if (!parsed || !parsed->is_object()) return;
  auto counts = Counts::record().decode(parsed->get_object());
  if (!counts || counts->revision <= record.revision) return;
  record.revision = counts->revision;
  record.updated_at = counts->updated_at;
  record.counters = std::move(counts->counters);
}

Result<void> TaskFiles::write_counts(const TaskRecord& record) const {
  Counts counts{record.revision, record.updated_at, record.counters.value_or(Counters{})};
  return store::replace_unsynced(files_, path_of(record.task_id, kCounts),
                                 cat(json::write(Counts::record().encode(counts)), "\n"));
}

Result<std::optional<TaskFiles::Stored>> TaskFiles::read(const TaskId& id) const {
  if (!is_task_id(id)) return std::nullopt;
  std::string path = path_of(id, kMeta);
  // Before the bytes: if another is put in its place meanwhile, it is read once more than needed.
  auto file = info(id);
  if (!file) return std::unexpected(std::move(file).error());
  auto text = *file ? files_.read(path) : Result<std::optional<std::string>>{std::nullopt};
  if (!text) return std::unexpected(std::move(text).error());
  if (!*text) return std::nullopt;
  auto record = parse_record(**text);
  if (!record) return std::unexpected(std::move(record).error().in(path));
  if (record->task_id != id) return fail(ErrorCode::storage_corrupt, cat(path, " is of another task"));
  take_counts(*record);
  return Stored{std::move(*record), **file};
}

Result<std::optional<TaskFiles::Stored>> TaskFiles::read_if_changed(const TaskId& id,
                                                                    const store::FileInfo& known) const {
  auto file = info(id);
  if (!file) return std::unexpected(std::move(file).error());
  if (*file && same_file(**file, known)) return std::nullopt;
  auto stored = read(id);
  if (stored && !*stored) return std::unexpected(no_such_task(id));
  return stored;
}

Result<void> TaskFiles::write_unborn(const std::string& directory, const TaskRecord& record) const {
  OC_TRY(files_.make_directories(directory));
  std::string meta = path_in(directory, kMeta);
  OC_TRY(files_.write_new(meta, text_of(record)));
  OC_TRY(files_.sync_file(meta));
  OC_TRY(files_.sync_directory(directory));
  OC_TRY(files_.rename(directory, directory_of(record.task_id)));
  return files_.sync_directory(root_);
}

Result<TaskFiles::Stored> TaskFiles::create(const TaskRecord& record) const {
  std::string unborn = path_in(root_, cat(kUnborn, record.task_id));
  if (auto written = write_unborn(unborn, record); !written) {
    // Nobody would ever run what is left of it.
    remove_with_files(unborn);
    remove_with_files(directory_of(record.task_id));
    return std::unexpected(std::move(written).error());
  }
  auto stored = read(record.task_id);
  if (!stored) return std::unexpected(std::move(stored).error());
  if (!*stored) return std::unexpected(no_such_task(record.task_id));
  return std::move(**stored);
}

Result<TaskFiles::Stored> TaskFiles::create_once(const TaskRecord& record) const {
  std::string path = key_file(*record.idempotency_key);
  auto earlier_id = files_.read(path);
  if (!earlier_id) return std::unexpected(std::move(earlier_id).error());
  auto earlier = *earlier_id ? read(TaskId{trim(**earlier_id)}) : Result<std::optional<Stored>>{std::nullopt};
  if (!earlier) return std::unexpected(std::move(earlier).error());
  if (*earlier) {
    if ((*earlier)->record.args_digest != record.args_digest)
      return fail(ErrorCode::conflict, cat("this idempotency_key started task ", (*earlier)->record.task_id,
                                           " with other arguments"));
    (*earlier)->is_new = false;
    return std::move(**earlier);
  }
  // The key first: a crash between the two leaves a key of no task, which the next start takes for unused.
  // The other way round it would start the work twice.
  OC_TRY(store::write_atomically(files_, path, cat(record.task_id, "\n")));
  return create(record);
}

Result<TaskFiles::Stored> TaskFiles::update(const TaskId& id, const Edit& edit) const {
  auto found = read(id);
  if (!found) return std::unexpected(std::move(found).error());
  if (!*found) return std::unexpected(no_such_task(id));
  Stored stored = std::move(**found);
  std::int64_t revision = stored.record.revision;
  auto edited = edit(stored.record);
  if (!edited) return std::unexpected(std::move(edited).error());
  if (!edited->changed) return stored;
  stored.record.revision = revision + 1;
  OC_TRY(edited->only_counts ? write_counts(stored.record)
                             : store::write_atomically(files_, path_of(id, kMeta), text_of(stored.record)));
  // The record holds; a line of history that a full disk does not take is no reason to call the change
  // failed.
  if (!edited->events.empty()) (void)append_events(id, edited->events);
  // Whoever wrote to this task has written its last: what is temporary now was left by a crash.
  if (stored.record.ended())
    (void)store::sweep_temporaries(files_, directory_of(id), std::numeric_limits<std::int64_t>::max());
  auto file = info(id);
  stored.file = file && *file ? **file : store::FileInfo{};
  return stored;
}

void TaskFiles::remove_with_files(const std::string& directory) const {
  auto names = files_.list(directory);
  if (!names) return;
  // The record last but for the lock: what a crash leaves is a task, or nothing that anyone takes for one.
  for (const std::string& name : *names) {
    if (name != kMeta && name != "lock") (void)files_.remove_file(path_in(directory, name));
  }
  (void)files_.remove_file(path_in(directory, kMeta));
  (void)files_.remove_file(path_in(directory, "lock"));
  (void)files_.remove_directory(directory);
}

Result<void> TaskFiles::remove(const TaskId& id) const {
  auto found = read(id);
  if (found && *found && (*found)->record.idempotency_key) {
    std::string key = key_file(*(*found)->record.idempotency_key);
    auto owner = files_.read(key);
    if (owner && *owner && trim(**owner) == id) (void)files_.remove_file(key);
  }
  remove_with_files(directory_of(id));
  auto left = files_.exists(path_of(id, kMeta));
  if (!left) return std::unexpected(std::move(left).error());
  if (*left) return fail(ErrorCode::storage_failed, cat("cannot remove ", directory_of(id)));
  return {};
}

Result<void> TaskFiles::require(const TaskId& id) const {
  auto exists = is_task_id(id) ? files_.exists(path_of(id, kMeta)) : Result<bool>{false};
  if (!exists) return std::unexpected(std::move(exists).error());
  if (!*exists) return std::unexpected(no_such_task(id));
  return {};
}

Result<void> TaskFiles::append_events(const TaskId& id, const std::vector<TaskEvent>& events) const {
  OC_TRY(require(id));
  std::string lines;
  for (const TaskEvent& event : events) lines += store::json_line(to_json(event));
  return append(files_, path_of(id, kEvents), lines);
}

Result<void> TaskFiles::append_item(const TaskId& id, const std::string& item) const {
  OC_TRY(require(id));
  return append(files_, path_of(id, kItems), cat(item, "\n"));
}

Result<void> TaskFiles::put_result(const TaskId& id, const std::string& result) const {
  OC_TRY(require(id));
  return store::write_atomically(files_, path_of(id, kResult), result);
}

Result<std::int64_t> TaskFiles::put_result_of_items(const TaskId& id, const ResultOfItems& result) const {
  OC_TRY(require(id));
  std::string from = path_of(id, kItems);
  auto lines = store::line_spans(files_, from);
  if (!lines) return std::unexpected(std::move(lines).error());
  std::string path = path_of(id, kResult);
  store::PieceWriter out{files_, store::temporary_path(path)};
  OC_TRY(out.write(result.before));
  bool is_first = true;
  for (std::size_t number : result.order) {
    if (number >= lines->size())
      return fail(ErrorCode::storage_corrupt, cat("units of task ", id, " are missing"));
    auto line = files_.read_range(from, (*lines)[number].offset, (*lines)[number].bytes);
    if (!line) return std::unexpected(std::move(line).error());
    if (!std::exchange(is_first, false)) OC_TRY(out.write(","));
    OC_TRY(out.write(line->value_or("")));
  }
  OC_TRY(out.write(result.after));
  OC_TRY(out.finish(path));
  return static_cast<std::int64_t>(out.written());
}

Result<std::optional<std::string>> TaskFiles::get_result(const TaskId& id) const {
  OC_TRY(require(id));
  return files_.read(path_of(id, kResult));
}

Result<json::array> TaskFiles::items(const TaskId& id) const {
  OC_TRY(require(id));
  auto lines = store::read_json_lines(files_, path_of(id, kItems));
  if (!lines) return std::unexpected(std::move(lines).error());
  json::array out;
  out.reserve(lines->values.size());
  for (json::value& line : lines->values) out.push_back(std::move(line));
  return out;
}

Result<std::vector<TaskEvent>> TaskFiles::events(const TaskId& id, std::int64_t since_ms,
                                                 std::size_t limit) const {
  auto found = read(id);
  if (!found) return std::unexpected(std::move(found).error());
  if (!*found) return std::unexpected(no_such_task(id));
  auto lines = store::read_json_lines(files_, path_of(id, kEvents));
  if (!lines) return std::unexpected(std::move(lines).error());
  std::vector<TaskEvent> out;
  bool told_end = false;
  for (const json::value& line : lines->values) {
    auto event = parse_event(line);
    if (!event) continue;
    told_end = told_end || is_terminal(event->kind);
    if (event->ts >= since_ms && out.size() < limit) out.push_back(std::move(*event));
  }
  // A crash between record and history: the record knows.
  const TaskRecord& record = (*found)->record;
  if (record.ended() && !told_end && record.ended_at.value_or(0) >= since_ms && out.size() < limit)
    out.push_back({record.ended_at.value_or(record.updated_at), event_of(record.status)});
  return out;
}

Result<std::vector<TaskEvent>> TaskFiles::last_events(const TaskId& id, std::size_t count) const {
  OC_TRY(require(id));
  auto lines = store::read_last_lines(files_, path_of(id, kEvents), count);
  if (!lines) return std::unexpected(std::move(lines).error());
  std::vector<TaskEvent> out;
  for (const std::string& line : *lines) {
    auto parsed = json::parse(line);
    auto event = parsed ? parse_event(*parsed) : std::nullopt;
    if (event) out.push_back(std::move(*event));
  }
  return out;
}

void TaskFiles::sweep_unborn(std::int64_t before_ms) const {
  auto names = files_.list(root_);
  if (!names) return;
  for (const std::string& name : *names) {
    if (!name.starts_with(kUnborn)) continue;
    std::string directory = path_in(root_, name);
    auto found = files_.info(directory);
    if (found && *found && (*found)->modified_ms < before_ms) remove_with_files(directory);
  }
}

}  // namespace oc::ledger
