// PageScript: a script of src/page/scripts as scripts/embed_scripts.py hands it over.
#pragma once
#include <cstdint>
#include <string_view>

namespace oc::page {

struct PageScript {
  std::string_view name;
  std::string_view source;  // an expression: the script's function
  std::int64_t most_refs;   // how many refs one run may give out
};

}  // namespace oc::page
