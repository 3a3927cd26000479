// Files that the program carries with it.
#pragma once
#include <span>
#include <string_view>

namespace oc::app {

struct EmbeddedFile {
  std::string_view path;  // below the folder they came from
  std::string_view bytes;
};

// extension/, as it is loaded into Chrome.
std::span<const EmbeddedFile> extension_files();

}  // namespace oc::app
