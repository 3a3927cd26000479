// Files for a page: into a file field, or into the chooser that a click opens, which nobody here could see.
#pragma once
#include <string>
#include <vector>

#include "page/hands.h"

namespace oc::page {

// `paths` are absolute and were allowed. Fails with unsupported when a click opens no chooser, or it takes
// one file only.
Task<Result<Deed>> give_files(Scene scene, ActTarget target, std::vector<std::string> paths, Stop stop);

}  // namespace oc::page
