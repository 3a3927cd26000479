#include "mcp/revision.h"

namespace oc::mcp {
namespace {

constexpr std::array kFacts{
    RevisionFacts{},
    RevisionFacts{.batches = true, .annotations = true},
    RevisionFacts{.annotations = true, .structured_content = true},
    RevisionFacts{.annotations = true, .structured_content = true, .tasks = true, .sse_priming = true},
    RevisionFacts{.stateless = true, .annotations = true, .structured_content = true},
};
static_assert(kFacts.size() == EnumWords<Revision>::words.size());

}  // namespace

const RevisionFacts& facts(Revision revision) {
  return kFacts[static_cast<std::size_t>(revision)];
}

Revision negotiate(std::string_view asked) {
  auto known = from_word<Revision>(asked);
  return known && !facts(*known).stateless ? *known : kLatestLegacy;
}

bool is_modern(std::string_view revision) {
  auto known = from_word<Revision>(revision);
  return known && facts(*known).stateless;
}

}  // namespace oc::mcp
