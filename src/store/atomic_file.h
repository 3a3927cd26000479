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

// Is this the name of a temp file of write_atomically()?
bool is_temporary_name(std::string_view name);

// Removes temp files last modified before `before_ms`; younger ones may belong to a writer at work. Returns
// how many.
Result<std::size_t> sweep_temporaries(FileSystem& files, const std::string& directory,
                                      std::int64_t before_ms);

}  // namespace oc::store
