#include "dispatch/recorded_outcome.h"

#include "base/text.h"

namespace oc::dispatch {
namespace {

using tool::ToolOutput;

// More is no answer to remember, and would let one script fill the disk.
constexpr std::size_t kMostTextBytes = 1024 * 1024;

// Assigned member by member, which copies: data of a page lies in memory that is not to be shared with a
// worker.
json::object error_record(const Error& error) {
  json::object out{{"code", error.word()}, {"message", error.message}};
  if (!error.hint.empty()) out["hint"] = error.hint;
  out["details"] = error.details;
  out["state"] = error.state;
  return out;
}

json::object output_record(const ToolOutput& output) {
  json::object out;
  if (const auto* text = std::get_if<std::string>(&output.body)) out["text"] = shorten(*text, kMostTextBytes);
  if (const auto* data = std::get_if<json::value>(&output.body)) out["data"] = *data;
  json::array notes;
  std::int64_t left_out = 0;
  for (const tool::Attachment& attachment : output.attachments) {
    if (const auto* text = std::get_if<std::string>(&attachment)) {
      notes.emplace_back(shorten(*text, kMostTextBytes));
    } else {
      ++left_out;
    }
  }
  out["notes"] = std::move(notes);
  out["left_out"] = left_out;
  out["stopped"] = word_of(output.stopped);
  out["meta"] = output.meta;
  return out;
}

Error error_of(const json::object& from) {
  Error error{ErrorCode::outcome_unknown, std::string{json::find_string(from, "message").value_or("")},
              std::string{json::find_string(from, "hint").value_or("")}};
  std::string_view word = json::find_string(from, "code").value_or("");
  for (const ErrorInfo& known : all_errors()) {
    if (known.word == word) error.code = known.code;
  }
  if (const json::value* details = json::find(from, "details")) error.details = *details;
  if (const json::value* state = json::find(from, "state")) error.state = *state;
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
  if (const json::array* notes = json::find_array(record, "notes")) {
    for (const json::value& note : *notes) {
      if (note.is_string()) output.attachments.emplace_back(std::string{json::view(note.get_string())});
    }
  }
  std::int64_t left_out = json::find_integer(record, "left_out").value_or(0);
  if (left_out > 0)
    output.attachments.emplace_back(cat("[receipt] ", left_out,
                                        left_out == 1 ? " attachment" : " attachments",
                                        " of the first answer (pictures, files) not kept"));
  auto stopped = from_word<StopReason>(json::find_string(record, "stopped").value_or(""));
  if (stopped) output.stopped = *stopped;
  if (const json::object* meta = json::find_object(record, "meta")) output.meta = *meta;
  return output;
}

}  // namespace oc::dispatch
