#include "json/parse.h"

#include <boost/json/error.hpp>
#include <boost/json/parser.hpp>
#include <charconv>

#include "base/text.h"
#include "base/utf8.h"

namespace oc::json {
namespace {

// The 16-bit unit of a \uXXXX escape at `at`, or -1.
int escaped_unit(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return -1;
  unsigned unit = 0;
  auto [end, error] = std::from_chars(text.data() + at + 2, text.data() + at + 6, unit, 16);
  return error == std::errc{} && end == text.data() + at + 6 ? static_cast<int>(unit) : -1;
}

}  // namespace

std::string mend_surrogate_escapes(std::string_view text) {
  std::string out{text};
  std::size_t at = 0;
  while ((at = out.find('\\', at)) != std::string::npos) {
    int unit = escaped_unit(out, at);
    if (is_high_surrogate(unit) && is_low_surrogate(escaped_unit(out, at + 6))) {
      at += 12;
    } else if (is_high_surrogate(unit) || is_low_surrogate(unit)) {
      out.replace(at, 6, "\\ufffd");
      at += 6;
    } else {
      at += 2;  // an escape of its own, \\ included
    }
  }
  return out;
}

Result<value> parse(std::string_view text, const ParseOptions& options) {
  boost::json::parse_options limits;
  limits.max_depth = options.max_depth;
  boost::json::parser parser{options.storage, limits};
  boost::system::error_code error;
  std::size_t used = parser.write_some(text.data(), text.size(), error);
  if (!error && used < text.size() && trim(text.substr(used)).empty()) used = text.size();
  if (!error && used == text.size()) return parser.release();
  if (error == boost::json::error::incomplete) {
    return fail(ErrorCode::invalid_arguments,
                cat("the JSON text ends too early, after ", text.size(), " bytes"));
  }
  bool has_surrogate =
      text.find("\\ud") != std::string_view::npos || text.find("\\uD") != std::string_view::npos;
  if (error && options.mend_surrogates && has_surrogate) {
    ParseOptions once = options;
    once.mend_surrogates = false;
    return parse(mend_surrogate_escapes(text), once);
  }
  std::string reason = error ? error.message() : "extra text after the JSON value";
  return fail(ErrorCode::invalid_arguments, cat("not valid JSON: ", reason, " at byte ", used));
}

}  // namespace oc::json
