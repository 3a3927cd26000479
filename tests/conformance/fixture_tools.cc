// All families of fixture tools in one list.
#include "fixture_tools.h"

namespace oc::conformance {

std::vector<const tool::Tool*> fixture_tools() {
  std::vector<const tool::Tool*> all;
  for (auto family : {content_tools, notifying_tools, asking_tools, round_tools, schema_tools, task_tools}) {
    for (const tool::Tool* tool : family()) all.push_back(tool);
  }
  return all;
}

}  // namespace oc::conformance
