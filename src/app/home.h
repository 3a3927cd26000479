// The home directory and the bearer token in it.
#pragma once
#include <string>

#include "base/result.h"
#include "store/file_system.h"

namespace oc::app {

// Makes the directory (0700). Several servers may share it.
Result<void> prepare_home(store::FileSystem& files, const std::string& home);
// The token of the file; a new one is written (0600) when there is none. Two servers that start at once agree
// on one.
Result<std::string> load_or_make_token(store::FileSystem& files, const std::string& path);

}  // namespace oc::app
