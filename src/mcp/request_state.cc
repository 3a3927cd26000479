#include "mcp/request_state.h"

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/random.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::mcp {
namespace {

constexpr std::int64_t kLifetimeMs = 10 * 60 * 1000;

}  // namespace

RequestSeal::RequestSeal(const Clock& clock) : clock_(clock), key_(random_bytes(32)) {}

std::string RequestSeal::seal(std::string_view binding, const tool::Answers& answers) const {
  json::object kept;
  for (const auto& [key, answer] : answers) kept[key] = answer;
  json::object state{{"for", binding},
                     {"until", clock_.now_ms() + kLifetimeMs},
                     {"nonce", random_hex(8)},
                     {"answers", std::move(kept)}};
  std::string payload = base64url_encode(json::write(state));
  return cat(payload, ".", base64url_encode(hmac_sha256(key_, payload)));
}

std::expected<tool::Answers, std::string> RequestSeal::open(std::string_view state,
                                                            std::string_view binding) const {
  std::size_t dot = state.find('.');
  if (dot == std::string_view::npos) return std::unexpected("it is not one of ours");
  std::string_view payload = state.substr(0, dot);
  auto mac = base64url_decode(state.substr(dot + 1));
  if (!mac || !equals_in_constant_time(*mac, hmac_sha256(key_, payload)))
    return std::unexpected("its seal does not verify");
  auto text = base64url_decode(payload);
  auto parsed = text ? json::parse(*text) : Result<json::value>{fail(ErrorCode::invalid_arguments, "")};
  if (!parsed || !parsed->is_object()) return std::unexpected("it cannot be read");
  const json::object& members = parsed->get_object();
  if (json::find_integer(members, "until").value_or(0) < clock_.now_ms())
    return std::unexpected("it has expired");
  if (json::find_string(members, "for") != binding) return std::unexpected("it belongs to another request");
  tool::Answers answers;
  if (const json::object* kept = json::find_object(members, "answers")) {
    for (const auto& [key, answer] : *kept) answers[std::string{key}] = answer.as_object();
  }
  return answers;
}

std::string request_binding(std::string_view method, const json::object& params) {
  json::object asked{{"method", method}};
  for (std::string_view key : {"name", "uri", "arguments"}) {
    if (const json::value* found = params.if_contains(key)) asked[key] = *found;
  }
  return hex_encode(sha256(json::write(asked)));
}

}  // namespace oc::mcp
