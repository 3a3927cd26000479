// CommandLog: commands on disk, one line for every change; the last line of a command is how it stands, but
// for its params, which only the first one has. The file belongs to one server at a time: each takes the
// first that no other holds, so that the next server finds what the last one left. Blocking: for the
// WorkerPool.
#pragma once
#include <string>
#include <vector>

#include "bridge/command.h"
#include "store/file_lock.h"
#include "store/file_system.h"

namespace oc::bridge {

class CommandLog {
 public:
  static constexpr std::size_t kMostServers = 64;

  CommandLog() = default;  // holds nothing
  // Takes a file below the directory, which is made if there is none, and what servers that are gone left in
  // theirs.
  static Result<CommandLog> open(store::FileSystem& files, const std::string& directory);

  // Oldest first. Lines that cannot be understood are passed over.
  Result<std::vector<Command>> read() const;
  Result<void> append(std::string_view lines) const;
  // Only these, without what was before them.
  Result<void> rewrite(std::string_view lines) const;
  const std::string& path() const { return path_; }

 private:
  CommandLog(store::FileSystem& files, std::string path, store::FileLock lock)
      : files_(&files), path_(std::move(path)), lock_(std::move(lock)) {}

  Result<void> inherit(const std::string& from) const;

  store::FileSystem* files_ = nullptr;
  std::string path_;
  store::FileLock lock_;
};

// How the command stands now. Its params stand in one line only, the first.
std::string line_of(const Command& command, bool with_params);

}  // namespace oc::bridge
