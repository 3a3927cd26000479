// `openchrome journal`: what was called, for people. Reads the files themselves, beside whatever server
// writes them.
#pragma once
#include <cstdint>
#include <string>

#include "app/config.h"
#include "base/log.h"
#include "json/json.h"

namespace oc::app {

enum class JournalView : std::uint8_t { recent, summary, context };

struct JournalRequest {
  JournalView view = JournalView::recent;
  int count = 20;
  double hours = 24;  // how far back
  std::string tool;
  std::string task;
  bool json = false;
};

// One line for a person: when, tool, outcome, how long, what it was called with.
std::string call_line(const json::object& event);
int run_journal(const Config& config, Logger& log, const JournalRequest& request);

}  // namespace oc::app
