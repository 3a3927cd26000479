// Where downloads come to lie: under a name that a page suggested and that cannot do harm, never over another
// file. Blocking: for the WorkerPool.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/file_system.h"

namespace oc::browser {

// A plain name of a visible file: no path, no control characters, none that turn text around, of bounded
// length with its extension kept.
std::string safe_file_name(std::string_view suggested);

// Moves the file to the directory under that name, or "name (1).ext" and so on where there is one; private.
// Gives the path.
Result<std::string> place_download(store::FileSystem& files, const std::string& from,
                                   const std::string& directory, const std::string& name);

}  // namespace oc::browser
