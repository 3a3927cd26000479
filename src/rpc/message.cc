#include "rpc/message.h"

#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::rpc {
namespace {

// Deeper than any real request; a bound on what a hostile one can make us recurse into.
constexpr std::size_t kMaxDepth = 128;

std::unexpected<Rejected> reject(int code, std::string message,
                                 std::optional<json::value> id = std::nullopt) {
  return std::unexpected(Rejected{{code, std::move(message)}, std::move(id)});
}

bool is_usable_id(const json::value& id) {
  return id.is_string() || id.is_int64() || id.is_uint64() || (id.is_double() && json::as_integer(id));
}

json::object error_json(const ErrorObject& error) {
  json::object out{{"code", error.code}, {"message", error.message}};
  if (error.data) out["data"] = *error.data;
  return out;
}

std::expected<Message, Rejected> read_response(json::object&& from, json::value id) {
  const json::value* result = from.if_contains("result");
  if (result) return Response{std::move(id), *result};
  const json::object* error = json::find_object(from, "error");
  if (!error) return reject(kInvalidRequest, "a message needs a method, a result or an error", std::move(id));
  ErrorObject failure{static_cast<int>(json::find_integer(*error, "code").value_or(kInternalError)),
                      std::string{json::find_string(*error, "message").value_or("")}};
  if (const json::value* data = error->if_contains("data")) failure.data = *data;
  return Response{std::move(id), std::unexpected(std::move(failure))};
}

}  // namespace

std::expected<json::value, Rejected> parse_text(std::string_view text) {
  auto parsed = json::parse(text, {.max_depth = kMaxDepth});
  if (!parsed) return reject(kParseError, cat("Parse error: ", parsed.error().message));
  return std::move(*parsed);
}

std::expected<Message, Rejected> read_message(json::value&& from) {
  if (!from.is_object()) {
    return reject(kInvalidRequest,
                  cat("Invalid Request: a message is a JSON object, not ", json::type_word(from)));
  }
  json::object& members = from.get_object();
  std::optional<json::value> id;
  if (const json::value* found = members.if_contains("id")) {
    if (!is_usable_id(*found))
      return reject(kInvalidRequest, "Invalid Request: id must be a string or an integer");
    id = *found;
  }
  if (json::find_string(members, "jsonrpc") != "2.0") {
    return reject(kInvalidRequest, "Invalid Request: jsonrpc must be \"2.0\"", std::move(id));
  }
  const json::value* method = members.if_contains("method");
  if (!method) {
    if (!id) return reject(kInvalidRequest, "Invalid Request: neither a method nor an id");
    return read_response(std::move(members), std::move(*id));
  }
  if (!method->is_string())
    return reject(kInvalidRequest, "Invalid Request: method must be a string", std::move(id));
  json::object params;
  // A null stands for none. Of a notification nothing is refused: it cannot be answered.
  if (json::value* given = members.if_contains("params"); given && given->is_object()) {
    params = std::move(given->get_object());
  } else if (given && !given->is_null() && id) {
    return reject(kInvalidParams, "Invalid params: params must be an object", std::move(id));
  }
  std::string name{json::view(method->get_string())};
  if (!id) return Notification{std::move(name), std::move(params)};
  return Request{std::move(*id), std::move(name), std::move(params)};
}

std::string write_answer(const json::value& id, const Answer& answer) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  json::append(out, id);
  if (answer) {
    out += R"(,"result":)";
    json::append(out, *answer);
  } else {
    out += R"(,"error":)";
    json::append(out, error_json(answer.error()));
  }
  out += '}';
  return out;
}

std::string write_rejection(const Rejected& rejected) {
  if (rejected.id) return write_answer(*rejected.id, std::unexpected(rejected.error));
  // The schema has no null id: what cannot be read is left out.
  return json::write(json::object{{"jsonrpc", "2.0"}, {"error", error_json(rejected.error)}});
}

std::string write_request(const json::value& id, std::string_view method, const json::object& params) {
  return json::write(json::object{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
}

std::string write_notification(std::string_view method, const json::object& params) {
  json::object out{{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.empty()) out["params"] = params;
  return json::write(out);
}

std::string id_key(const json::value& id) {
  return json::write(id);
}

}  // namespace oc::rpc
