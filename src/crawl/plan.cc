// Tested by: tests/browser/crawl_test.mjs
#include "crawl/plan.h"

namespace oc::crawl {

json::object Page::to_json() const {
  json::object out{{"url", url},
                   {"title", title},
                   {"content", content.is_null() ? json::value("") : content},
                   {"depth", depth},
                   {"links_found", links_found},
                   {"status", status},
                   {"engine", word_of(engine)}};
  if (truncated) out["truncated"] = true;
  if (failed()) out["error"] = error;
  return out;
}

}  // namespace oc::crawl
