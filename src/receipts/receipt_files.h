// The receipts' directory: <two hex digits>/<sha-256 of the key>.json, one file a key. Blocking: for the
// WorkerPool. Several servers may share the directory; of those that claim a key at once one gets it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "receipts/receipt.h"
#include "store/file_system.h"

namespace oc::receipts {

class ReceiptFiles {
 public:
  ReceiptFiles(store::FileSystem& files, std::string directory)
      : files_(files), directory_(std::move(directory)) {}

  // Nothing when the key is the caller's now, and the intent will be found after a crash. Else what is kept
  // of it already; outcome_unknown when that cannot be read, since it may have been done.
  Result<std::optional<Receipt>> claim(const std::string& id, const Receipt& intent) const;
  // In place of the intent, durable.
  Result<void> finish(const std::string& id, const Receipt& receipt) const;
  // The key is free again. Not synced: what comes back after a crash is an intent, which runs nothing.
  Result<void> release(const std::string& id) const;

  Result<std::vector<std::string>> folders() const;
  // Removes what was last written before `before_ms`, and what a crash left of writing. Gives the times of
  // the files that stay.
  Result<std::vector<std::int64_t>> sweep(const std::string& folder, std::int64_t before_ms) const;

  std::string path_of(const std::string& id) const;

 private:
  Result<void> make_folder(const std::string& folder) const;

  store::FileSystem& files_;
  std::string directory_;
};

}  // namespace oc::receipts
