#include "outputs/output_files.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/time_format.h"
#include "json/parse.h"
#include "json/write.h"
#include "store/atomic_file.h"

namespace oc::outputs {
namespace {

constexpr std::string_view kMetaSuffix = ".meta.json";
constexpr std::string_view kItemsSuffix = ".items";

std::unexpected<Error> not_found(std::string_view handle) {
  return fail(ErrorCode::output_handle_not_found,
              cat("there is no output '", shorten(one_line(handle), 40), "', or it has expired"));
}

// "oh_ABC.meta.json" → "oh_ABC"
std::string_view handle_in(std::string_view name) {
  return name.substr(0, name.find('.'));
}

}  // namespace

// One output of a day, by its files.
struct OutputFiles::Found {
  std::string day;
  std::vector<std::string> names;
  std::optional<OutputRecord> record = {};
  std::int64_t modified_ms = 0;
  bool is_due = false;  // expired, or left over
};

Result<void> OutputFiles::write(const OutputRecord& record, std::string_view payload,
                                const std::vector<Span>& items) const {
  std::string day = day_of(record.created_at);
  std::string folder = store::path_in(directory_, day);
  std::string base = store::path_in(folder, record.output_handle);
  std::string payload_name = cat(record.output_handle, ".", extension_of(record.mime_type));
  std::string items_name = cat(record.output_handle, kItemsSuffix);
  auto store_all = [&]() -> Result<void> {
    OC_TRY(files_.make_directories(folder));
    std::string path = store::path_in(folder, payload_name);
    if (auto written = files_.write_new(path, payload); !written) {
      // A sweep may have removed the empty folder in between.
      auto exists = files_.exists(folder);
      if (!exists || *exists) return written;
      OC_TRY(files_.make_directories(folder));
      OC_TRY(files_.write_new(path, payload));
    }
    OC_TRY(files_.sync_file(path));
    if (record.item_count) {
      OC_TRY(files_.write_new(cat(base, kItemsSuffix), encode_spans(items)));
      OC_TRY(files_.sync_file(cat(base, kItemsSuffix)));
    }
    return store::write_atomically(files_, cat(base, kMetaSuffix),
                                   json::write(OutputRecord::record().encode(record)));
  };
  auto stored = store_all();
  if (!stored) remove(day, {cat(record.output_handle, kMetaSuffix), payload_name, items_name});
  return stored;
}

std::optional<OutputRecord> OutputFiles::read_record(const std::string& path) const {
  auto text = files_.read(path);
  if (!text || !*text) return std::nullopt;
  auto parsed = json::parse(**text);
  if (!parsed || !parsed->is_object()) return std::nullopt;
  auto record = OutputRecord::record().decode(parsed->as_object());
  if (!record) return std::nullopt;
  return std::move(*record);
}

Result<std::vector<std::string>> OutputFiles::days() const {
  auto names = files_.list(directory_);
  if (names) std::erase_if(*names, [](const std::string& name) { return !day_start_ms(name); });
  return names;
}

Result<StoredOutput> OutputFiles::find(std::string_view handle, std::int64_t now_ms) const {
  if (!is_handle(handle)) return not_found(handle);
  auto all = days();
  if (!all) return not_found(handle);
  for (auto day = all->rbegin(); day != all->rend(); ++day) {
    std::string base = store::path_in(store::path_in(directory_, *day), handle);
    auto record = read_record(cat(base, kMetaSuffix));
    if (!record) continue;
    if (record->output_handle != handle || record->expires_at <= now_ms) return not_found(handle);
    std::string payload = cat(base, ".", extension_of(record->mime_type));
    auto size = files_.size(payload);
    bool is_whole = size && *size && static_cast<std::int64_t>(**size) == record->size_bytes;
    if (!is_whole) return not_found(handle);
    return StoredOutput{std::move(*record), std::move(payload), cat(base, kItemsSuffix)};
  }
  return not_found(handle);
}

Result<std::string> OutputFiles::read(const StoredOutput& output, std::uint64_t offset,
                                      std::size_t count) const {
  auto bytes = files_.read_range(output.payload_path, offset, count);
  // Swept since it was found.
  if (!bytes || !*bytes) return not_found(output.record.output_handle);
  return std::move(**bytes);
}

Result<std::vector<Span>> OutputFiles::spans(const StoredOutput& output, std::uint64_t first,
                                             std::size_t count) const {
  auto bytes = files_.read_range(output.items_path, first * kSpanBytes, count * kSpanBytes);
  if (!bytes || !*bytes) return not_found(output.record.output_handle);
  return decode_spans(**bytes);
}

Result<std::vector<OutputFiles::Found>> OutputFiles::scan_day(const std::string& day, std::int64_t now_ms,
                                                              std::int64_t grace_ms) const {
  std::string folder = store::path_in(directory_, day);
  auto names = files_.list(folder);
  if (!names) return std::unexpected(std::move(names).error());
  std::map<std::string, Found, std::less<>> outputs;
  for (std::string& name : *names) {
    auto info = files_.info(store::path_in(folder, name));
    if (!info || !*info || (*info)->is_directory) continue;
    // What a crash left of writing a record belongs to no output.
    std::string key{store::is_temporary_name(name) ? std::string_view{name} : handle_in(name)};
    Found& found = outputs[key];
    found.day = day;
    found.modified_ms = std::max(found.modified_ms, (*info)->modified_ms);
    if (name.ends_with(kMetaSuffix)) found.record = read_record(store::path_in(folder, name));
    found.names.push_back(std::move(name));
  }
  std::vector<Found> all;
  for (auto& [key, found] : outputs) {
    found.is_due = found.record ? found.record->expires_at <= now_ms : found.modified_ms + grace_ms <= now_ms;
    all.push_back(std::move(found));
  }
  return all;
}

// The record first: an output without one is not there for anybody.
void OutputFiles::remove(const std::string& day, const std::vector<std::string>& names) const {
  std::string folder = store::path_in(directory_, day);
  auto remove_all = [&](bool records) {
    for (const std::string& name : names) {
      if (name.ends_with(kMetaSuffix) == records) (void)files_.remove_file(store::path_in(folder, name));
    }
  };
  remove_all(true);
  remove_all(false);
}

Result<SweepResult> OutputFiles::sweep(std::int64_t now_ms, std::int64_t grace_ms,
                                       std::int64_t max_bytes) const {
  auto folders = days();
  if (!folders) return std::unexpected(std::move(folders).error());
  SweepResult result;
  std::vector<Found> kept;
  auto take = [&](const Found& found) {
    remove(found.day, found.names);
    ++result.removed;
  };
  for (const std::string& day : *folders) {
    auto outputs = scan_day(day, now_ms, grace_ms);
    if (!outputs) return std::unexpected(std::move(outputs).error());
    for (Found& found : *outputs) {
      if (found.is_due) {
        take(found);
      } else if (found.record) {
        result.kept_bytes += found.record->size_bytes;
        kept.push_back(std::move(found));
      }
    }
  }
  std::ranges::sort(kept, {}, [](const Found& found) { return found.record->created_at; });
  for (const Found& found : kept) {
    if (result.kept_bytes <= max_bytes) break;
    result.kept_bytes -= found.record->size_bytes;
    take(found);
  }
  // Of the day that is being written to as well: the next output makes it again.
  for (const std::string& day : *folders) {
    auto left = files_.list(store::path_in(directory_, day));
    if (left && left->empty()) (void)files_.remove_directory(store::path_in(directory_, day));
  }
  return result;
}

Result<std::vector<OutputRecord>> OutputFiles::list(std::int64_t now_ms) const {
  auto folders = days();
  if (!folders) return std::unexpected(std::move(folders).error());
  std::vector<OutputRecord> records;
  for (const std::string& day : *folders) {
    auto outputs = scan_day(day, now_ms, 0);
    if (!outputs) return std::unexpected(std::move(outputs).error());
    for (Found& found : *outputs) {
      if (found.record && !found.is_due) records.push_back(std::move(*found.record));
    }
  }
  std::ranges::sort(records, std::ranges::greater{}, &OutputRecord::created_at);
  return records;
}

}  // namespace oc::outputs
