// Paths that somebody else names: kept below directories that were allowed, whatever links and dots they
// hold.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/file_system.h"

namespace oc::store {

// The absolute path meant by `path`, which must be below one of the roots; a relative one is below the first.
// Nothing need exist yet. path_not_allowed lists the roots.
Result<std::string> path_below(const std::vector<std::string>& roots, std::string_view path);

// The same for a file that must be there: invalid_arguments when it is not, or is no file.
Result<std::string> readable_file(FileSystem& files, const std::vector<std::string>& roots,
                                  std::string_view path);

}  // namespace oc::store
