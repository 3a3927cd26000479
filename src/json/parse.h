// Text → JSON, with the repairs that messages from pages need.
#pragma once
#include <boost/json/storage_ptr.hpp>
#include <string_view>

#include "base/result.h"
#include "json/json.h"

namespace oc::json {

struct ParseOptions {
  std::size_t max_depth = 1024;
  // A page can put a lone surrogate (\ud800 without its partner) into any string; JSON allows the escape,
  // UTF-8 does not allow the character. Mended, it becomes U+FFFD.
  bool mend_surrogates = true;
  boost::json::storage_ptr storage = {};
};

// Fails with invalid_arguments, saying what is wrong and at which byte.
Result<value> parse(std::string_view text, const ParseOptions& options = {});

// The text with every \u escape of an unpaired surrogate replaced by \ufffd; the same bytes when there is
// none.
std::string mend_surrogate_escapes(std::string_view text);

}  // namespace oc::json
