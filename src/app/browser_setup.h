// From settings to a browser: what the flags about the browser, its pages and the domain policy amount to.
#pragma once
#include "app/config.h"
#include "base/result.h"
#include "browser/browser.h"
#include "tool/services.h"

namespace oc::app {

// invalid_arguments names the flag that is wrong.
Result<browser::BrowserOptions> browser_options(const Config& config);
// The policy of the flags; pages never reach the server's own ports.
Result<browser::DomainPolicy> domain_policy(const Config& config, std::vector<std::uint16_t> own_ports);
tool::PageSettings page_settings(const Config& config);

}  // namespace oc::app
