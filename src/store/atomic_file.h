// Atomic replacement of a file: whoever reads it, whenever, finds the old bytes or the new ones, also after a
// crash. And the sweep of what a crash leaves behind. Blocking: for the WorkerPool.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "store/file_system.h"

namespace oc::store {

// Temp file in the same directory → sync → rename → sync directory. After a failure the file holds its old
// bytes, or the new ones if only the last step failed.
Result<void> write_atomically(FileSystem& files, const std::string& path, std::string_view bytes);

// The same without the syncs, for what may be lost with the power: a crash of the process leaves the old
// bytes or the new ones, a loss of power perhaps an empty file.
Result<void> replace_unsynced(FileSystem& files, const std::string& path, std::string_view bytes);

// The same for a file that must not be there yet; false when it is, and then it stays as it is. Of several
// callers in several processes one succeeds. After a failure there is no new file.
Result<bool> create_atomically(FileSystem& files, const std::string& path, std::string_view bytes);

// The same in two steps, for a file that is written piece by piece: where to write it, and what puts it in
// place. After a failure of the second the temp file is gone.
std::string temporary_path(const std::string& path);
Result<void> put_in_place(FileSystem& files, const std::string& temporary, const std::string& path);

// Is this the name of a temp file of these functions?
bool is_temporary_name(std::string_view name);

// Removes temp files last modified before `before_ms`; younger ones may belong to a writer at work. Returns
// how many.
Result<std::size_t> sweep_temporaries(FileSystem& files, const std::string& directory,
                                      std::int64_t before_ms);

}  // namespace oc::store
