#include "mcp/header_rules.h"

#include <algorithm>
#include <charconv>

#include "base/encoding.h"
#include "base/text.h"
#include "json/write.h"
#include "mcp/protocol.h"

namespace oc::mcp {
namespace {

constexpr std::string_view kSentinelStart = "=?base64?";
constexpr std::string_view kSentinelEnd = "?=";

rpc::ErrorObject mismatch(std::string message) {
  return {kHeaderMismatch, cat("Header mismatch: ", message)};
}

std::string_view trim_optional_space(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A header that comes twice says two things, and agrees with neither.
std::optional<std::string_view> find_once(const net::Headers& headers, std::string_view name) {
  return headers.count(name) == 1 ? headers.find(name) : std::nullopt;
}

// Numbers are compared as numbers: "042" and 42 are the same.
bool says_the_same(const json::value& in_body, std::string_view in_header) {
  if (const json::string* text = in_body.if_string()) return json::view(*text) == in_header;
  if (const bool* flag = in_body.if_bool()) return in_header == (*flag ? "true" : "false");
  if (auto number = json::as_integer(in_body)) {
    std::int64_t given = 0;
    auto [end, error] = std::from_chars(in_header.data(), in_header.data() + in_header.size(), given);
    return error == std::errc{} && end == in_header.data() + in_header.size() && given == *number;
  }
  return false;
}

}  // namespace

std::optional<std::string> header_text(std::string_view raw) {
  std::string_view text = trim_optional_space(raw);
  bool clean = std::ranges::none_of(
      text, [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; });
  if (!clean) return std::nullopt;
  bool encoded = text.size() >= kSentinelStart.size() + kSentinelEnd.size() &&
                 text.starts_with(kSentinelStart) && text.ends_with(kSentinelEnd);
  if (!encoded) return std::string{text};
  text.remove_prefix(kSentinelStart.size());
  text.remove_suffix(kSentinelEnd.size());
  auto decoded = base64_decode(text);
  if (!decoded || !is_valid_utf8(*decoded)) return std::nullopt;
  return decoded;
}

std::optional<rpc::ErrorObject> check_version_header(const net::Headers& headers, std::string_view claimed) {
  auto header = find_once(headers, "MCP-Protocol-Version");
  if (!header) return mismatch("MCP-Protocol-Version is required once");
  if (trim_optional_space(*header) != claimed)
    return mismatch("MCP-Protocol-Version differs from the version in _meta");
  return std::nullopt;
}

std::optional<rpc::ErrorObject> check_method_header(const net::Headers& headers, std::string_view method) {
  auto header = find_once(headers, "Mcp-Method");
  if (!header) return mismatch("Mcp-Method is required once");
  if (trim_optional_space(*header) != method)
    return mismatch("Mcp-Method differs from the method of the request");
  return std::nullopt;
}

std::optional<rpc::ErrorObject> check_name_header(const net::Headers& headers, std::string_view named_by,
                                                  const json::object& params) {
  if (named_by.empty()) return std::nullopt;
  auto in_body = json::find_string(params, named_by);
  if (!in_body) return std::nullopt;  // the method itself says what is missing
  auto header = find_once(headers, "Mcp-Name");
  if (!header) return mismatch(cat("Mcp-Name is required and repeats params.", named_by));
  auto text = header_text(*header);
  if (!text) return mismatch("Mcp-Name is malformed");
  if (*text != *in_body) return mismatch(cat("Mcp-Name differs from params.", named_by));
  return std::nullopt;
}

std::optional<rpc::ErrorObject> check_param_headers(const net::Headers& headers,
                                                    const json::object& input_schema,
                                                    const json::object& arguments) {
  const json::object* properties = json::find_object(input_schema, "properties");
  if (!properties) return std::nullopt;
  for (const auto& [name, schema] : *properties) {
    const json::object* field = schema.if_object();
    const json::value* value = arguments.if_contains(name);
    if (!field || !value || value->is_null()) continue;
    if (auto short_name = json::find_string(*field, "x-mcp-header")) {
      std::string full_name = cat("Mcp-Param-", *short_name);
      auto header = find_once(headers, full_name);
      if (!header)
        return mismatch(cat(full_name, " is required and repeats argument ", std::string_view{name}));
      auto text = header_text(*header);
      if (!text) return mismatch(cat(full_name, " is malformed"));
      if (!says_the_same(*value, *text))
        return mismatch(cat(full_name, " differs from argument ", std::string_view{name}));
    }
    if (const json::object* nested = value->if_object()) {
      if (auto inner = check_param_headers(headers, *field, *nested)) return inner;
    }
  }
  return std::nullopt;
}

}  // namespace oc::mcp
