// The folder of snapshots: <id>.json, one file each, private, written whole, the newest so many kept.
// Blocking: for the WorkerPool. Several servers may share the folder.
#pragma once
#include <string>

#include "session/snapshot.h"
#include "store/file_system.h"

namespace oc::session {

class SnapshotFiles {
 public:
  static constexpr std::size_t kKept = 200;

  SnapshotFiles(store::FileSystem& files, std::string directory, std::size_t kept = kKept)
      : files_(files), directory_(std::move(directory)), kept_(kept) {}

  // Durable when this succeeds. REQUIRES: the id is a dated id.
  Result<void> save(const Snapshot& snapshot) const;
  // resource_not_found names the newest; storage_corrupt when it cannot be understood.
  Result<Snapshot> load(const std::string& id) const;
  // Those that cannot be understood are passed over. resource_not_found when there is none.
  Result<Snapshot> newest() const;

  std::string path_of(const std::string& id) const;

 private:
  Result<std::vector<std::string>> ids() const;  // oldest first
  Result<Snapshot> read(const std::string& id) const;
  void remove_old() const;

  store::FileSystem& files_;
  std::string directory_;
  std::size_t kept_;
};

}  // namespace oc::session
