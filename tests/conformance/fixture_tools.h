// The tools that the official conformance suite calls. Their names, texts and questions are fixed by its
// scenarios.
#pragma once
#include <vector>

#include "mcp/subscription_hub.h"
#include "tool/tool.h"

namespace oc::conformance {

// Where the two trigger tools announce their changes. Tools are plain functions, so the hub is set once at
// start.
void set_hub(mcp::SubscriptionHub* hub);

std::vector<const tool::Tool*> fixture_tools();

// The families, one file each.
std::vector<const tool::Tool*> content_tools();
std::vector<const tool::Tool*> notifying_tools();
std::vector<const tool::Tool*> asking_tools();
std::vector<const tool::Tool*> round_tools();
std::vector<const tool::Tool*> schema_tools();
std::vector<const tool::Tool*> task_tools();

}  // namespace oc::conformance
