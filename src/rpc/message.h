// JSON-RPC 2.0 messages: reading and writing. Nothing here knows MCP.
//
// Ids are strings or integers and are echoed as the value that came. A message without an id is never
// answered.
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "json/json.h"

namespace oc::rpc {

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;

struct ErrorObject {
  int code = kInternalError;
  std::string message;
  std::optional<json::value> data = std::nullopt;
};

// What a request is answered with.
using Answer = std::expected<json::value, ErrorObject>;

struct Request {
  json::value id;
  std::string method;
  json::object params;
};

struct Notification {
  std::string method;
  json::object params;
};

struct Response {
  json::value id;
  Answer outcome;
};

using Message = std::variant<Request, Notification, Response>;

// A message that cannot be served; the id is there when it could be read.
struct Rejected {
  ErrorObject error;
  std::optional<json::value> id = std::nullopt;
};

// Text → JSON; Rejected with -32700 when it is none.
std::expected<json::value, Rejected> parse_text(std::string_view text);
// JSON → message; Rejected with -32600 or -32602.
std::expected<Message, Rejected> read_message(json::value&& from);

std::string write_answer(const json::value& id, const Answer& answer);
std::string write_rejection(const Rejected& rejected);
std::string write_request(const json::value& id, std::string_view method, const json::object& params);
std::string write_notification(std::string_view method, const json::object& params);

// The id as text that differs for 1 and "1"; for logs and as a key.
std::string id_key(const json::value& id);

}  // namespace oc::rpc
