// The prompts that the official conformance suite asks for.
#pragma once
#include "mcp/prompt.h"

namespace oc::conformance {

mcp::PromptSet fixture_prompts();

}  // namespace oc::conformance
