#include "tool/output.h"

#include <utility>

#include "base/text.h"

namespace oc::tool {

void fold_notes(ToolOutput& output) {
  if (output.notes.empty()) return;
  if (auto* text = std::get_if<std::string>(&output.body)) {
    for (const std::string& note : std::exchange(output.notes, {}))
      *text += cat(text->empty() || text->ends_with('\n') ? "" : "\n", note);
    return;
  }
  auto* data = std::get_if<json::value>(&output.body);
  json::object* members = data ? data->if_object() : nullptr;
  // An object that has such a member means something of its own by it.
  if (!members || members->contains("notes")) return;
  json::array list;
  for (const std::string& note : std::exchange(output.notes, {})) list.emplace_back(note);
  (*members)["notes"] = std::move(list);
}

}  // namespace oc::tool
