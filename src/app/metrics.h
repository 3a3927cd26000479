// GET /metrics: the server's counters in the text format of Prometheus.
#pragma once
#include <string>

#include "tool/services.h"

namespace oc::app {

std::string metrics_text(const tool::ServerStatus& status, std::int64_t now_ms);

}  // namespace oc::app
