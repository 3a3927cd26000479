// The pipelines: which layers a call passes, outermost first.
#pragma once
#include <span>
#include <string>

#include "dispatch/layer.h"

namespace oc::dispatch {

std::span<const Layer> client_pipeline();  // a client's tools/call
std::span<const Layer> task_pipeline();    // background work: it has no deadline of its own

std::string pipeline_markdown();  // for `openchrome dump pipeline`

}  // namespace oc::dispatch
