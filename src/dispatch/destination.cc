#include "dispatch/destination.h"

#include "browser/navigation.h"

namespace oc::dispatch {

std::optional<std::string> destination_of(const Call& call) {
  std::string_view argument = call.tool.spec().destination;
  auto typed = argument.empty() ? std::nullopt : json::find_string(call.arguments, argument);
  if (!typed || typed->empty() || from_word<browser::History>(*typed)) return std::nullopt;
  return browser::completed_address(*typed);
}

}  // namespace oc::dispatch
