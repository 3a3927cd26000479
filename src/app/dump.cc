#include "app/dump.h"

#include "app/flags.h"
#include "app/product_features.h"
#include "app/product_resources.h"
#include "base/text.h"
#include "dispatch/pipeline.h"
#include "tool/tool_docs.h"

namespace oc::app {

Result<std::string> dump(std::string_view what) {
  tool::Catalog catalog{product_features().tools};
  if (what == "tools") return tool::tools_markdown(catalog);
  if (what == "effects") return tool::effects_markdown(catalog);
  if (what == "errors") return errors_markdown();
  if (what == "flags") return flags_markdown();
  if (what == "pipeline") return dispatch::pipeline_markdown();
  return fail(ErrorCode::invalid_arguments,
              cat("dump: '", what, "' is not one of: tools, errors, flags, effects, pipeline"));
}

}  // namespace oc::app
