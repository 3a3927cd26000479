// The bridge of the product: its token, its doors in the HTTP server, and what it uses of the rest.
#pragma once
#include <string>
#include <string_view>

#include "app/config.h"
#include "bridge/bridge.h"
#include "bridge/bridge_routes.h"
#include "dispatch/command_runner.h"
#include "store/file_system.h"
#include "tool/services.h"
#include "transport/http_front.h"

namespace oc::app {

// Fixed by the key in extension/manifest.json.
inline constexpr std::string_view kExtensionOrigin = "chrome-extension://kllkgnobgjpacceipcminpjfbkkibhbe";

std::string extension_token_file(const std::string& home);
// Where a server that an extension can reach says so, for `openchrome extension`.
std::string bridge_server_file(const std::string& home);
Result<void> announce_bridge(store::FileSystem& files, const std::string& home, std::uint16_t port);

// `services` and `runner` must outlive their bridge's last command.
void connect_bridge(const tool::Services& services, dispatch::CommandRunner& runner);
void add_bridge_routes(transport::HttpFront& front, bridge::BridgeRoutes& routes);

}  // namespace oc::app
