// Tested by: tests/transcripts
#include "app/product_features.h"

#include "all_tools.h"
#include "app/product_prompts.h"
#include "app/product_resources.h"

namespace oc::app {

Features product_features() {
  return {.tools =
              {
#include "all_tools.inc"
              },
          .prompts = product_prompts(),
          .resources = product_resources};
}

}  // namespace oc::app
