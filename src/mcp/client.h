// Client: who asks, and what it can do — from the handshake of a session, or from the request's own claim.
#pragma once
#include <expected>
#include <optional>
#include <string>

#include "json/json.h"
#include "mcp/revision.h"
#include "rpc/message.h"
#include "tool/ports.h"

namespace oc::mcp {

struct Client {
  Revision revision = kLatestLegacy;
  json::object capabilities = {};
  std::string name = {};  // display only; nothing is decided by it
  std::optional<tool::MessageLevel> log_level =
      std::nullopt;  // messages below it are not wanted; nothing: none is
};

// The claim of a request: _meta that names a protocol revision. The body decides the era of a message;
// headers only cross-check it.
struct Claim {
  std::string version;  // as claimed; may be one we do not speak
  Client client;
};

// Nothing when the request claims nothing; -32602 naming the key when the claim is malformed.
std::expected<std::optional<Claim>, rpc::ErrorObject> read_claim(const json::object& params);

// Does the message, still unread, carry a claim?
bool has_claim(const json::value& message);

// -32022, with the revisions we speak.
rpc::ErrorObject unsupported_version(std::string_view requested);
json::array supported_versions();

}  // namespace oc::mcp
