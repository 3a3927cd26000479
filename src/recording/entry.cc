#include "recording/entry.h"

#include "base/text.h"
#include "browser/entry_json.h"
#include "json/parse.h"
#include "json/redact.h"

namespace oc::recording {
namespace {

constexpr std::size_t kTextBytes = 1000;

json::object with_kind(std::string_view kind, json::object members) {
  json::object out{{"kind", kind}};
  for (auto& member : members) out[member.key()] = std::move(member.value());
  return out;
}

void shorten_member(json::object& entry, std::string_view name) {
  json::value* member = entry.if_contains(name);
  if (!member || !member->is_string()) return;
  std::string_view text = json::view(member->get_string());
  if (text.size() > kTextBytes) *member = shorten(std::string{text}, kTextBytes);
}

}  // namespace

std::optional<json::object> entry_of_call(const journal::JournalEvent& event) {
  const json::object& line = event.body();
  if (json::find_string(line, "event") != "tool_call") return std::nullopt;
  json::object out{{"kind", "tool_call"}};
  for (std::string_view name : {"tool", "effect", "duration_ms", "outcome", "error_code", "client"}) {
    if (const json::value* member = json::find(line, name)) out[name] = *member;
  }
  // The journal has them as text, redacted and bounded.
  std::string_view args = json::find_string(line, "args").value_or("{}");
  auto parsed = json::parse(args);
  out["args"] = parsed ? std::move(*parsed) : json::value(args);
  return out;
}

json::object entry_of_arrival(const browser::Arrival& arrival) {
  json::object out{{"kind", "navigation"}, {"url", shorten(json::redact_text(arrival.url), kTextBytes)}};
  if (arrival.same_document) out["same_document"] = true;
  return out;
}

json::object entry_of_console(const browser::ConsoleEntry& entry) {
  json::object out = with_kind("console", browser::entry_json(entry));
  out.erase("at");
  out.erase("stack");
  shorten_member(out, "text");
  shorten_member(out, "location");
  return out;
}

json::object entry_of_request(const browser::NetworkEntry& entry) {
  json::object out = with_kind("network", browser::entry_json(entry, browser::Headers::left_out));
  out.erase("at");
  shorten_member(out, "url");
  return out;
}

}  // namespace oc::recording
