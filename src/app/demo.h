// `openchrome demo`: starts a real server, talks real MCP to it, and shows what an agent would see.
#pragma once
#include "app/config.h"

namespace oc::app {

int run_demo();

}  // namespace oc::app
