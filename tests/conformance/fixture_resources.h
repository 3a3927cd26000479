// The resources that the official conformance suite reads and watches.
#pragma once
#include <memory>

#include "mcp/resource.h"

namespace oc::conformance {

std::unique_ptr<mcp::ResourceProvider> fixture_resources();

}  // namespace oc::conformance
