// Headers of the stateless revision over HTTP: they repeat parts of the body for the sake of proxies, so they
// must agree with it. Each check answers -32020 (HeaderMismatch) or nothing.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "json/json.h"
#include "net/http_message.h"
#include "rpc/message.h"

namespace oc::mcp {

std::optional<rpc::ErrorObject> check_version_header(const net::Headers& headers, std::string_view claimed);
std::optional<rpc::ErrorObject> check_method_header(const net::Headers& headers, std::string_view method);
// `named_by`: the parameter that Mcp-Name repeats, or empty.
std::optional<rpc::ErrorObject> check_name_header(const net::Headers& headers, std::string_view named_by,
                                                  const json::object& params);
// Mcp-Param-*: for properties of the tool's input schema that carry x-mcp-header.
std::optional<rpc::ErrorObject> check_param_headers(const net::Headers& headers,
                                                    const json::object& input_schema,
                                                    const json::object& arguments);

// A header value as it is meant: white space around it trimmed, =?base64?…?= decoded strictly; nothing if
// malformed.
std::optional<std::string> header_text(std::string_view raw);

}  // namespace oc::mcp
