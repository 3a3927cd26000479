// Entries of a recording: one JSON object for each thing that happened, short, clean and without secrets.
// Their number and time are given by the recorder.
#pragma once
#include <optional>
#include <string>

#include "browser/tab.h"
#include "journal/journal_event.h"

namespace oc::recording {

// Nothing for an event that is no tool call.
std::optional<json::object> entry_of_call(const journal::JournalEvent& event);
json::object entry_of_arrival(const browser::Arrival& arrival);
json::object entry_of_console(const browser::ConsoleEntry& entry);
json::object entry_of_request(const browser::NetworkEntry& entry);

}  // namespace oc::recording
