#include "browser/console_tracker.h"

#include "json/write.h"

namespace oc::browser {
namespace {

constexpr std::size_t kRingBytes = std::size_t{256} * 1024;
constexpr std::size_t kTextBytes = 4096;
constexpr std::size_t kUrlBytes = 1024;
constexpr std::size_t kFrameUrlBytes = 300;
constexpr std::size_t kStackFrames = 10;

using json::text_of;

// What the console would show for one argument.
std::string shown(const json::object& argument) {
  if (const json::value* value = json::find(argument, "value")) {
    if (const json::string* text = value->if_string()) return std::string{json::view(*text)};
    return json::write(*value);
  }
  if (auto exact = json::find_string(argument, "unserializableValue")) return std::string{*exact};
  const json::object* preview = json::find_object(argument, "preview");
  const json::array* properties = preview ? json::find_array(*preview, "properties") : nullptr;
  // Dates, nodes, errors and the like have few properties or none: their description says more.
  std::string subtype = text_of(argument, "subtype");
  bool is_array = subtype == "array" || subtype == "typedarray";
  if (properties && (is_array || subtype.empty())) {
    std::string out;
    for (const json::value& property : *properties) {
      const json::object& member = property.as_object();
      std::string name = text_of(member, "name");
      bool is_item = is_array && name.find_first_not_of("0123456789") == std::string::npos;
      out += cat(out.empty() ? "" : ", ", is_item ? "" : cat(name, ": "), text_of(member, "value"));
    }
    if (json::find_bool(*preview, "overflow").value_or(false)) out += out.empty() ? "…" : ", …";
    return cat(is_array ? "[" : "{", out, is_array ? "]" : "}");
  }
  if (auto description = json::find_string(argument, "description")) return std::string{*description};
  return text_of(argument, "type");
}

ConsoleLevel level_of(std::string_view word) {
  if (word == "error" || word == "assert") return ConsoleLevel::error;
  if (word == "warning" || word == "warn") return ConsoleLevel::warning;
  if (word == "info") return ConsoleLevel::info;
  if (word == "debug" || word == "verbose") return ConsoleLevel::debug;
  return ConsoleLevel::log;
}

// CDP counts lines and columns from 0.
std::int64_t from_one(const json::object& from, std::string_view key) {
  auto number = json::find_integer(from, key);
  return number ? *number + 1 : 0;
}

void take_stack(const json::object* trace, ConsoleEntry& entry) {
  const json::array* frames = trace ? json::find_array(*trace, "callFrames") : nullptr;
  if (!frames) return;
  for (const json::value& item : *frames) {
    const json::object& frame = item.as_object();
    if (entry.url.empty()) {
      entry.url = text_of(frame, "url");
      entry.line = from_one(frame, "lineNumber");
      entry.column = from_one(frame, "columnNumber");
    }
    if (entry.stack.size() == kStackFrames) return;
    std::string name = text_of(frame, "functionName");
    entry.stack.push_back(cat(name.empty() ? "(anonymous)" : shorten(name, kFrameUrlBytes), " (",
                              shorten(text_of(frame, "url"), kFrameUrlBytes), ":",
                              from_one(frame, "lineNumber"), ":", from_one(frame, "columnNumber"), ")"));
  }
}

std::int64_t milliseconds(const json::object& params) {
  const json::value* found = json::find(params, "timestamp");
  return found && found->is_number() ? static_cast<std::int64_t>(found->to_number<double>()) : 0;
}

}  // namespace

ConsoleTracker::ConsoleTracker() : ring_(kRingBytes) {}

void ConsoleTracker::listen(cdp::Session& session) {
  auto& kept = subscriptions_[session.id()];
  kept.push_back(session.on("Runtime.consoleAPICalled", [this](auto& params) { on_api_call(params); }));
  kept.push_back(session.on("Runtime.exceptionThrown", [this](auto& params) { on_exception(params); }));
  kept.push_back(session.on("Log.entryAdded", [this](auto& params) { on_log_entry(params); }));
}

void ConsoleTracker::add(ConsoleEntry entry) {
  entry.text = shorten(entry.text, kTextBytes);
  entry.url = shorten(entry.url, kUrlBytes);
  std::size_t bytes = 128 + entry.text.size() + entry.url.size();
  for (const std::string& frame : entry.stack) bytes += 32 + frame.size();
  listeners_.tell(ring_.push(std::move(entry), bytes));
}

void ConsoleTracker::on_api_call(const json::object& params) {
  ConsoleEntry entry{
      .ts_ms = milliseconds(params), .level = level_of(text_of(params, "type")), .source = "console"};
  if (const json::array* arguments = json::find_array(params, "args")) {
    for (const json::value& argument : *arguments) {
      if (entry.text.size() > kTextBytes) break;
      entry.text += cat(entry.text.empty() ? "" : " ", shown(argument.as_object()));
    }
  }
  take_stack(json::find_object(params, "stackTrace"), entry);
  // Where a plain log() was written is enough; the way there matters when something is wrong.
  if (entry.level != ConsoleLevel::error && entry.level != ConsoleLevel::warning) entry.stack.clear();
  add(std::move(entry));
}

void ConsoleTracker::on_exception(const json::object& params) {
  const json::object* details = json::find_object(params, "exceptionDetails");
  if (!details) return;
  ConsoleEntry entry{.ts_ms = milliseconds(params),
                     .level = ConsoleLevel::error,
                     .source = "exception",
                     .url = text_of(*details, "url"),
                     .line = from_one(*details, "lineNumber"),
                     .column = from_one(*details, "columnNumber")};
  entry.text = text_of(*details, "text");
  if (const json::object* exception = json::find_object(*details, "exception"))
    entry.text += cat(" ", shown(*exception));
  take_stack(json::find_object(*details, "stackTrace"), entry);
  add(std::move(entry));
}

void ConsoleTracker::on_log_entry(const json::object& params) {
  const json::object* found = json::find_object(params, "entry");
  if (!found) return;
  ConsoleEntry entry{.ts_ms = milliseconds(*found),
                     .level = level_of(text_of(*found, "level")),
                     .source = text_of(*found, "source"),
                     .text = text_of(*found, "text"),
                     .url = text_of(*found, "url"),
                     .line = from_one(*found, "lineNumber")};
  add(std::move(entry));
}

}  // namespace oc::browser
