#include "recording/recording_files.h"

#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"
#include "recording/report.h"
#include "store/atomic_file.h"
#include "store/dated_id.h"
#include "store/jsonl.h"

namespace oc::recording {
namespace {

constexpr std::string_view kMetadata = "metadata.json";
constexpr std::string_view kActions = "actions.jsonl";
constexpr std::string_view kReport = "report.html";

}  // namespace

std::string RecordingFiles::folder_of(const std::string& id) const {
  return store::path_in(directory_, id);
}

std::string RecordingFiles::report_of(const std::string& id) const {
  return store::path_in(folder_of(id), kReport);
}

Result<void> RecordingFiles::create(const Metadata& metadata) const {
  OC_TRY(files_->make_directories(folder_of(metadata.recording_id)));
  return write_metadata(metadata);
}

Result<void> RecordingFiles::write_metadata(const Metadata& metadata) const {
  return store::write_atomically(*files_, store::path_in(folder_of(metadata.recording_id), kMetadata),
                                 json::write_pretty(Metadata::record().encode(metadata)));
}

Result<void> RecordingFiles::append(const std::string& id, std::string_view lines) const {
  store::Appended appended = store::append_lines(*files_, store::path_in(folder_of(id), kActions), lines);
  if (appended.error) return std::unexpected(std::move(*appended.error));
  return {};
}

Result<void> RecordingFiles::write_picture(const std::string& id, const std::string& name,
                                           std::string_view bytes) const {
  return files_->write_new(store::path_in(folder_of(id), name), bytes);
}

Result<std::uint64_t> RecordingFiles::write_report(const Metadata& metadata) const {
  auto entries = actions(metadata.recording_id);
  if (!entries) return std::unexpected(std::move(entries).error());
  std::string folder = folder_of(metadata.recording_id);
  std::string html =
      report_html(metadata, *entries, [&](const std::string& name) -> std::optional<std::string> {
        if (name.contains('/')) return std::nullopt;
        auto bytes = files_->read(store::path_in(folder, name));
        return bytes ? std::move(*bytes) : std::nullopt;
      });
  OC_TRY(store::write_atomically(*files_, report_of(metadata.recording_id), html));
  return html.size();
}

Result<Metadata> RecordingFiles::load(const std::string& id) const {
  auto missing = [&] {
    return fail(ErrorCode::resource_not_found, cat("there is no recording '", shorten(one_line(id), 80), "'"),
                "oc_recording_list lists them.");
  };
  if (!store::is_dated_id(id)) return missing();
  std::string path = store::path_in(folder_of(id), kMetadata);
  auto text = files_->read(path);
  if (!text) return std::unexpected(std::move(text).error());
  if (!*text) return missing();
  auto parsed = json::parse(**text);
  if (parsed && parsed->is_object()) {
    auto metadata = Metadata::record().decode(parsed->get_object());
    if (metadata && metadata->recording_id == id) return metadata;
  }
  return fail(ErrorCode::storage_corrupt, cat(path, " cannot be understood"));
}

Result<std::vector<json::value>> RecordingFiles::actions(const std::string& id) const {
  auto lines = store::read_json_lines(*files_, store::path_in(folder_of(id), kActions));
  if (!lines) return std::unexpected(std::move(lines).error());
  return std::move(lines->values);
}

Result<std::vector<Metadata>> RecordingFiles::list(std::size_t most) const {
  auto names = files_->list(directory_);
  if (!names) return std::unexpected(std::move(names).error());
  std::vector<Metadata> out;
  for (std::size_t i = names->size(); i > 0 && out.size() < most; --i) {
    auto metadata = load((*names)[i - 1]);
    if (metadata) out.push_back(std::move(*metadata));
  }
  return out;
}

json::object export_json(const RecordingFiles& files, const Metadata& metadata,
                         std::vector<json::value> actions) {
  json::object about = Metadata::record().encode(metadata);
  about["status"] = metadata.status();
  json::array list;
  list.reserve(actions.size());
  for (json::value& action : actions) list.push_back(std::move(action));
  return {{"recordingId", metadata.recording_id},
          {"recording", std::move(about)},
          {"path", files.folder_of(metadata.recording_id)},
          {"report", files.report_of(metadata.recording_id)},
          {"actions", std::move(list)}};
}

}  // namespace oc::recording
