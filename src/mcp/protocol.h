// Names and numbers of MCP that more than one file needs.
#pragma once
#include <string_view>

#include "base/text.h"
#include "rpc/message.h"

namespace oc::mcp {

// Keys of _meta in the stateless revisions.
inline constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaClientInfo = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kMetaLogLevel = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kMetaSubscription = "io.modelcontextprotocol/subscriptionId";
inline constexpr std::string_view kMetaServerInfo = "io.modelcontextprotocol/serverInfo";

// Keys of tasks: the extension of the stateless revision, and the mark of an answer that came by way of a
// task.
inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";
inline constexpr std::string_view kMetaRelatedTask = "io.modelcontextprotocol/related-task";

// Error codes beyond JSON-RPC's own.
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kMissingCapability = -32021;
inline constexpr int kUnsupportedVersion = -32022;
inline constexpr int kLegacyResourceNotFound = -32002;

inline std::unexpected<rpc::ErrorObject> rpc_error(int code, std::string message,
                                                   std::optional<json::value> data = std::nullopt) {
  return std::unexpected(rpc::ErrorObject{code, std::move(message), std::move(data)});
}

inline rpc::ErrorObject method_not_found(std::string_view method) {
  return {rpc::kMethodNotFound, cat("Method not found: ", shorten(one_line(method), 80))};
}

}  // namespace oc::mcp
