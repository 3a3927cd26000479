// PageScript: a script of src/page/scripts as scripts/embed_scripts.py hands it over.
#pragma once
#include <string_view>

namespace oc::page {

struct PageScript {
  std::string_view name;
  std::string_view source;  // an expression: the script's function
};

}  // namespace oc::page
