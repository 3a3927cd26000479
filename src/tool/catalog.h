// Catalog: the tools of a server, sorted by name. Immutable.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "base/enum_words.h"
#include "tool/tool.h"

namespace oc::tool {

// Which tiers tools/list shows. A tool that is not listed can still be called.
enum class ToolSet : std::uint8_t { core, standard, all };

class Catalog {
 public:
  explicit Catalog(std::vector<const Tool*> tools);
  const Tool* find(std::string_view name) const;
  std::span<const Tool* const> all() const { return tools_; }
  std::vector<const Tool*> listed(ToolSet set, const ListingFacts& facts = {}) const;
  // The known name nearest to a mistyped one, or empty.
  std::string_view nearest_name(std::string_view name) const;

 private:
  std::vector<const Tool*> tools_;
};

}  // namespace oc::tool

template <>
struct oc::EnumWords<oc::tool::ToolSet> {
  static constexpr std::array<std::string_view, 3> words{"core", "standard", "all"};
};
