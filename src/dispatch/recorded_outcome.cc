#include "dispatch/recorded_outcome.h"

#include "base/text.h"
#include "json/redact.h"
#include "json/write.h"

namespace oc::dispatch {
namespace {

using tool::ToolOutput;

// More is no answer to remember, and would let one script fill the disk.
constexpr std::size_t kMostTextBytes = 1024 * 1024;
constexpr std::size_t kMostBesideBytes = std::size_t{16} * 1024;

// Assigned member by member, which copies: data of a page lies in memory that is not to be shared with a
// worker.
json::object error_record(const Error& error) {
  json::object out{{"code", error.word()}, {"message", error.message}};
  if (!error.hint.empty()) out["hint"] = error.hint;
  out["details"] = error.details;
  out["state"] = error.state;
  out["meta"] = error.meta;
  json::array notes;
  for (const std::string& note : error.notes) notes.emplace_back(shorten(note, kMostTextBytes));
  out["notes"] = std::move(notes);
  return out;
}

json::object output_record(const ToolOutput& output) {
  json::object out;
  if (const auto* text = std::get_if<std::string>(&output.body)) out["text"] = shorten(*text, kMostTextBytes);
  if (const auto* data = std::get_if<json::value>(&output.body)) out["data"] = *data;
  json::array texts;
  std::int64_t left_out = 0;
  for (const tool::Attachment& attachment : output.attachments) {
    if (const auto* text = std::get_if<std::string>(&attachment)) {
      texts.emplace_back(shorten(*text, kMostTextBytes));
    } else {
      ++left_out;
    }
  }
  json::array notes;
  for (const std::string& note : output.notes) notes.emplace_back(shorten(note, kMostTextBytes));
  out["notes"] = std::move(notes);
  out["texts"] = std::move(texts);
  out["left_out"] = left_out;
  out["stopped"] = word_of(output.stopped);
  out["meta"] = output.meta;
  return out;
}

std::vector<std::string> texts_of(const json::object& from, std::string_view name) {
  std::vector<std::string> out;
  const json::array* texts = json::find_array(from, name);
  if (!texts) return out;
  for (const json::value& text : *texts) {
    if (text.is_string()) out.emplace_back(json::view(text.get_string()));
  }
  return out;
}

Error error_of(const json::object& from) {
  Error error{ErrorCode::outcome_unknown, std::string{json::find_string(from, "message").value_or("")},
              std::string{json::find_string(from, "hint").value_or("")}};
  std::string_view word = json::find_string(from, "code").value_or("");
  for (const ErrorInfo& known : all_errors()) {
    if (known.word == word) error.code = known.code;
  }
  put_beside(from, error);
  return error;
}

}  // namespace

json::object to_record(const Result<ToolOutput>& outcome) {
  if (!outcome) return {{"error", error_record(outcome.error())}};
  return output_record(*outcome);
}

Result<ToolOutput> from_record(const json::object& record) {
  if (const json::object* error = json::find_object(record, "error"))
    return std::unexpected(error_of(*error));
  ToolOutput output;
  if (auto text = json::find_string(record, "text")) output.body = std::string{*text};
  if (const json::value* data = json::find(record, "data")) output.body = *data;
  put_beside(record, output);
  std::int64_t left_out = json::find_integer(record, "left_out").value_or(0);
  if (left_out > 0)
    output.notes.push_back(cat("[receipt] ", left_out, left_out == 1 ? " attachment" : " attachments",
                               " of the first answer (pictures, files) not kept"));
  auto stopped = from_word<StopReason>(json::find_string(record, "stopped").value_or(""));
  if (stopped) output.stopped = *stopped;
  return output;
}

std::optional<json::object> beside_body(const Result<ToolOutput>& outcome) {
  json::object whole = outcome ? output_record(*outcome) : error_record(outcome.error());
  json::object kept;
  for (std::string_view name : {"notes", "texts", "meta", "details", "state"}) {
    const json::value* value = json::find(whole, name);
    bool is_empty = !value || value->is_null() || (value->is_array() && value->get_array().empty()) ||
                    (value->is_object() && value->get_object().empty());
    if (!is_empty) kept[name] = *value;
  }
  if (kept.empty() || json::write(kept).size() > kMostBesideBytes) return std::nullopt;
  return json::redact(kept).as_object();
}

void put_beside(const json::object& kept, ToolOutput& output) {
  output.notes = texts_of(kept, "notes");
  for (std::string& text : texts_of(kept, "texts")) output.attachments.emplace_back(std::move(text));
  if (const json::object* meta = json::find_object(kept, "meta")) output.meta = *meta;
}

void put_beside(const json::object& kept, Error& error) {
  error.notes = texts_of(kept, "notes");
  if (const json::object* meta = json::find_object(kept, "meta")) error.meta = *meta;
  if (const json::value* details = json::find(kept, "details")) error.details = *details;
  if (const json::value* state = json::find(kept, "state")) error.state = *state;
}

}  // namespace oc::dispatch
