// What the product offers: every tool of src/tools, the prompts, and the resources.
#pragma once
#include "app/server_app.h"

namespace oc::app {

Features product_features();

}  // namespace oc::app
