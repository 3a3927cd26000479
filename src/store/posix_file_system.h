// PosixFileSystem: the real one. Holds no state besides the descriptors of its locks, and those only in their
// LockIds.
#pragma once
#include "store/file_system.h"

namespace oc::store {

class PosixFileSystem final : public FileSystem {
 public:
  Result<std::optional<std::string>> read(const std::string& path) override;
  Result<std::optional<std::string>> read_range(const std::string& path, std::uint64_t offset,
                                                std::size_t count) override;
  Result<std::optional<FileInfo>> info(const std::string& path) override;
  Result<std::vector<std::string>> list(const std::string& directory) override;

  Result<void> write_new(const std::string& path, std::string_view bytes) override;
  Result<std::size_t> append(const std::string& path, std::string_view bytes) override;
  Result<void> rename(const std::string& from, const std::string& to) override;
  Result<bool> link(const std::string& from, const std::string& to) override;
  Result<void> make_private(const std::string& path) override;
  Result<void> sync_file(const std::string& path) override;
  Result<void> sync_directory(const std::string& path) override;
  Result<bool> remove_file(const std::string& path) override;
  Result<bool> remove_directory(const std::string& path) override;
  Result<void> make_directories(const std::string& path) override;

  Result<std::optional<LockId>> try_lock(const std::string& path) override;
  void unlock(LockId lock) override;
};

}  // namespace oc::store
