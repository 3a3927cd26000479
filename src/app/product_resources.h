// The resources of openchrome: the guide to the tools, the table of errors, the journal by day,
// and stored outputs.
#pragma once
#include "app/server_app.h"

namespace oc::app {

// The day follows: openchrome://journal/2026-05-19.
inline constexpr std::string_view kJournalUri = "openchrome://journal/";

ResourceProviders product_resources(const ResourceSources& sources);

// docs/errors.md, and the resource openchrome://errors.
std::string errors_markdown();

}  // namespace oc::app
