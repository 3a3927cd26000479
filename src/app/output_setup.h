// The output store's settings out of the program's.
#pragma once
#include "app/config.h"
#include "base/result.h"
#include "outputs/output_store.h"

namespace oc::app {

// Fails when --output-handle-ttl-hours is no time.
Result<outputs::OutputOptions> output_options(const Config& config);

}  // namespace oc::app
