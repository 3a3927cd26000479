#include "mcp/client.h"

#include "base/text.h"
#include "mcp/protocol.h"

namespace oc::mcp {

std::expected<std::optional<Claim>, rpc::ErrorObject> read_claim(const json::object& params) {
  const json::object* meta = json::find_object(params, "_meta");
  if (!meta || !meta->contains(kMetaVersion)) return std::nullopt;
  auto malformed = [](std::string_view key, std::string_view what) {
    return rpc_error(rpc::kInvalidParams, cat("Invalid params: _meta[\"", key, "\"] ", what));
  };
  Claim claim;
  auto version = json::find_string(*meta, kMetaVersion);
  if (!version) return malformed(kMetaVersion, "must be a string");
  claim.version = *version;
  const json::object* capabilities = json::find_object(*meta, kMetaCapabilities);
  if (!capabilities) return malformed(kMetaCapabilities, "is required and must be an object");
  claim.client.capabilities = *capabilities;
  if (const json::value* info = meta->if_contains(kMetaClientInfo)) {
    const json::object* members = info->if_object();
    auto name = members ? json::find_string(*members, "name") : std::nullopt;
    if (!name || !json::find_string(*members, "version"))
      return malformed(kMetaClientInfo, "needs a name and a version");
    claim.client.name = shorten(one_line(*name), 80);
  }
  if (const json::value* level = meta->if_contains(kMetaLogLevel)) {
    auto known =
        level->is_string() ? from_word<tool::MessageLevel>(json::view(level->get_string())) : std::nullopt;
    if (!known) return malformed(kMetaLogLevel, "must be one of the eight levels from debug to emergency");
    claim.client.log_level = known;
  }
  claim.client.revision = is_modern(claim.version) ? *from_word<Revision>(claim.version) : kModern;
  return claim;
}

bool has_claim(const json::value& message) {
  const json::object* members = message.if_object();
  const json::object* params = members ? json::find_object(*members, "params") : nullptr;
  const json::object* meta = params ? json::find_object(*params, "_meta") : nullptr;
  return meta && meta->contains(kMetaVersion);
}

json::array supported_versions() {
  json::array versions;
  for (std::string_view word : EnumWords<Revision>::words) {
    if (is_modern(word)) versions.emplace_back(word);
  }
  return versions;
}

rpc::ErrorObject unsupported_version(std::string_view requested) {
  return {kUnsupportedVersion, cat("Unsupported protocol version: ", shorten(one_line(requested), 40)),
          json::object{{"supported", supported_versions()}, {"requested", requested}}};
}

}  // namespace oc::mcp
