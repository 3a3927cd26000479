// Bundle: files that belong together, in a folder of their own with a manifest that has their sizes and
// hashes, and all of it once more as one archive. Blocking: for the WorkerPool.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.h"
#include "store/file_system.h"

namespace oc::store {

struct BundleFile {
  std::string name;
  std::uint64_t bytes = 0;
  std::string sha256;  // hex

  json::object json() const;
};

class Bundle {
 public:
  static constexpr std::string_view kManifest = "manifest.json";

  // In the folder <root>/<id>. REQUIRES: the id is one file name, used once.
  Bundle(FileSystem& files, const std::string& root, std::string id)
      : files_(files), folder_(path_in(root, id)), id_(std::move(id)) {}

  // Makes the folder; before anything is added.
  Result<void> create() const { return files_.make_directories(folder_); }
  // REQUIRES: a name that was not added yet.
  Result<BundleFile> add(const std::string& name, std::string_view bytes);
  // The manifest, then the archive <id>.tar.gz beside the files, with everything added and the manifest in
  // it. Gives the size of the archive.
  Result<std::uint64_t> finish(const json::object& manifest, std::int64_t now_ms);

  const std::string& id() const { return id_; }
  const std::string& folder() const { return folder_; }
  std::string archive() const;

 private:
  FileSystem& files_;
  std::string folder_;
  std::string id_;
  std::vector<std::string> names_;
};

}  // namespace oc::store
