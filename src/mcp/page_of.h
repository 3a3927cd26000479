// Pages of a list: the cursor is ours, opaque to the client, and checked.
#pragma once
#include <charconv>
#include <expected>
#include <string_view>

#include "base/text.h"
#include "mcp/protocol.h"

namespace oc::mcp {

inline constexpr std::size_t kListPage = 200;

// The items from the cursor on under `key`, with nextCursor when there are more.
inline std::expected<json::object, rpc::ErrorObject> page_of(json::array items, std::string_view key,
                                                             const json::object& params) {
  std::size_t start = 0;
  if (const json::value* cursor = params.if_contains("cursor")) {
    std::string_view text = cursor->is_string() ? json::view(cursor->get_string()) : std::string_view{"?"};
    // An empty cursor is valid and means the start.
    if (!text.empty()) {
      std::string_view digits = text.substr(1);
      auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), start);
      bool whole = error == std::errc{} && end == digits.data() + digits.size();
      if (text.front() != 'p' || !whole || start == 0 || start >= items.size()) {
        return rpc_error(rpc::kInvalidParams, "Invalid params: unknown cursor");
      }
    }
  }
  json::object result;
  std::size_t end = std::min(items.size(), start + kListPage);
  json::array page;
  for (std::size_t i = start; i < end; ++i) page.push_back(std::move(items[i]));
  result[key] = std::move(page);
  if (end < items.size()) result["nextCursor"] = cat("p", end);
  return result;
}

}  // namespace oc::mcp
