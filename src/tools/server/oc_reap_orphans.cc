// oc_reap_orphans — end browsers that we started and whose server is gone, and nothing else.
// Tested by: tests/browser/recovery_test.mjs
#include "browser/browser_link.h"
#include "browser/browser_marker.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Ended {
  std::int64_t pid = 0;
  std::string profile;
  static const Record<Ended>& record() {
    static const Record<Ended> fields{required("pid", &Ended::pid), required("profile", &Ended::profile)};
    return fields;
  }
};

struct Out {
  std::vector<Ended> ended;
};

const Record<Out> kResult{required("ended", &Out::ended, "The browsers that were ended.")};

Task<Result<Out>> run(ToolContext& context, NoArgs) {
  Services& services = context.services();
  auto reaped = co_await browser::reap_orphans(services.files, browser::marker_directory(services.home),
                                               context.stop());
  if (!reaped) co_return std::unexpected(std::move(reaped).error());
  Out out;
  for (const browser::BrowserMarker& marker : *reaped) out.ended.push_back({marker.pid, marker.profile});
  co_return out;
}

}  // namespace

const Tool& oc_reap_orphans() {
  static const Tool tool{{.name = "oc_reap_orphans",
                          .title = "End orphans",
                          .summary = "End Chrome processes that openchrome started and whose server is gone.",
                          .use_when = "a server was killed and its browser may still run.",
                          .tier = Tier::expert,
                          .effect = Effect::management,
                          .destructive = true,
                          .idempotent = true},
                         kNoArgs,
                         kResult,
                         run};
  return tool;
}

}  // namespace oc::tools
