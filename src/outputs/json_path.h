// JsonPath: the way to values in a JSON document, as JSONPath ($.pages[*].title, $['a b'][0], $..href) or as
// a JSON pointer (/pages/0/title), and a condition on what is found (status >= 400).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/json.h"
#include "json/structure_scan.h"

namespace oc::outputs {

class JsonPath {
 public:
  static Result<JsonPath> parse(std::string_view path);
  static Result<JsonPath> parse_pointer(std::string_view pointer);

  bool leads_to(const std::vector<json::StructureScan::Step>& place) const;
  // There is at most one such value.
  bool is_single() const;

 private:
  enum class Kind : std::uint8_t {
    name,
    index,
    token,
    any
  };  // token: a name, or an index if there is a list
  struct Step {
    Kind kind = Kind::any;
    std::string name = {};
    std::uint64_t index = 0;
    bool deep = false;  // at any depth below
  };
  static bool fits(const Step& step, const json::StructureScan::Step& place);

  std::vector<Step> steps_;
};

// "field op value": = != < <= > >= contains. The field may be a.b; "." is the value itself.
class Condition {
 public:
  static Result<Condition> parse(std::string_view text);
  bool holds(const json::value& of) const;

 private:
  std::vector<std::string> field_;
  std::string op_;
  json::value value_;
};

// The path as text, as parse() reads it.
std::string path_text(const std::vector<json::StructureScan::Step>& place);

}  // namespace oc::outputs
