// Batches (revision 2025-03-26): an array of messages in, the array of their answers out when all are there.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "mcp/revision.h"
#include "rpc/transport.h"

namespace oc::mcp {

// How a conversation takes the messages of a batch, and where its answers go.
struct BatchHandlers {
  std::function<void(rpc::Request request, std::shared_ptr<rpc::Outlet> outlet)> on_request;
  std::function<void(const rpc::Notification& notification)> on_notification;
  std::function<void(rpc::Response response)> on_response;
  // Gets the array of answers, or an empty text when the batch asked for none.
  std::function<void(std::string array)> on_done;
  // Sends a message ahead of the answers; not set: there is no way.
  std::function<void(std::string message)> send = {};
};

// Why the batch is refused as a whole, or nothing.
std::optional<rpc::ErrorObject> refuse_batch(const json::array& messages, Revision revision);
void serve_batch(json::array&& messages, BatchHandlers handlers);

}  // namespace oc::mcp
