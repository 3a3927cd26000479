// The folder of recordings: <id>/{metadata.json, actions.jsonl, screenshot-*.webp, report.html}. Blocking:
// for the WorkerPool. Several servers may share the folder.
#pragma once
#include <string>
#include <vector>

#include "recording/metadata.h"
#include "store/file_system.h"

namespace oc::recording {

class RecordingFiles {
 public:
  RecordingFiles(store::FileSystem& files, std::string directory)
      : files_(&files), directory_(std::move(directory)) {}

  Result<void> create(const Metadata& metadata) const;
  Result<void> write_metadata(const Metadata& metadata) const;
  // Whole lines.
  Result<void> append(const std::string& id, std::string_view lines) const;
  Result<void> write_picture(const std::string& id, const std::string& name, std::string_view bytes) const;
  // Makes report.html of what is there; gives its size.
  Result<std::uint64_t> write_report(const Metadata& metadata) const;

  // resource_not_found when there is no such recording.
  Result<Metadata> load(const std::string& id) const;
  Result<std::vector<json::value>> actions(const std::string& id) const;
  // Newest first; those that cannot be understood are passed over.
  Result<std::vector<Metadata>> list(std::size_t most) const;

  std::string folder_of(const std::string& id) const;
  std::string report_of(const std::string& id) const;

 private:
  store::FileSystem* files_;
  std::string directory_;
};

// {recording: metadata with its status, path, report, actions}
json::object export_json(const RecordingFiles& files, const Metadata& metadata,
                         std::vector<json::value> actions);

}  // namespace oc::recording
