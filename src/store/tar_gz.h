// Files of a folder as one .tar.gz. Streaming: memory does not grow with the files. Deterministic: the same
// files and the same time give the same bytes. Blocking: for the WorkerPool.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/file_system.h"

namespace oc::store {

struct TarSource {
  std::string folder;              // where the files are
  std::vector<std::string> names;  // of files in it, in the order of the archive
  std::string inside = {};         // the folder that they are in inside of the archive; none: at its top
  std::int64_t modified_ms = 0;    // of all of them
};

// Writes the archive atomically and gives its size. Every file in it has mode 0600 and no owner.
// invalid_arguments for a name that the format cannot hold; storage_failed when a file is not there or
// changes meanwhile: then there is no archive, or the one there was before.
Result<std::uint64_t> write_tar_gz(FileSystem& files, const std::string& path, const TarSource& source);

}  // namespace oc::store
