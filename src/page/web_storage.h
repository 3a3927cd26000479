// localStorage and sessionStorage of a tab's page.
#pragma once
#include <optional>
#include <string>

#include "page/script_runner.h"

namespace oc::page {

enum class StorageArea : std::uint8_t { local, session };
enum class StorageAction : std::uint8_t { get, set, remove, clear };

struct StorageRequest {
  StorageArea area = StorageArea::local;
  StorageAction action = StorageAction::get;
  std::optional<std::string> key;
  std::string value;
  std::int64_t max_value_bytes = 2000;
};

// What web_storage.js answers. Fails with unsupported where the page has no storage.
Task<Result<json::value>> web_storage(browser::Tab& tab, StorageRequest request, Stop stop);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::StorageArea> {
  static constexpr std::array<std::string_view, 2> words{"local", "session"};
};
template <>
struct oc::EnumWords<oc::page::StorageAction> {
  static constexpr std::array<std::string_view, 4> words{"get", "set", "delete", "clear"};
};
