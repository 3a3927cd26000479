// The prompts of openchrome: first messages for the four things that users ask a browser agent for.
#pragma once
#include "mcp/prompt.h"

namespace oc::app {

mcp::PromptSet product_prompts();

}  // namespace oc::app
