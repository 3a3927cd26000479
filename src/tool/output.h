// ToolOutput: what a tool answers, as data. Rendering for a protocol revision happens in mcp/render.cc.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "json/json.h"

namespace oc::tool {

struct Image {
  std::string bytes;
  std::string mime_type;
  bool is_base64 = false;  // the bytes are encoded already, as a browser hands them out
};

struct Audio {
  std::string bytes;
  std::string mime_type;
};

// A resource that the client may read later.
struct ResourceLink {
  std::string uri;
  std::string name;
  std::string mime_type = {};
  std::optional<std::int64_t> size_bytes = std::nullopt;
};

// A resource with its content.
struct EmbeddedResource {
  std::string uri;
  std::string mime_type;
  std::string text;
};

using Attachment = std::variant<std::string, Image, Audio, ResourceLink, EmbeddedResource>;

// The list of an answer that is made of the units which were handed over: their numbers, from 0, in its
// order. The body holds the rest of the answer.
struct ListOfUnits {
  std::string_view member;
  std::vector<std::size_t> order;
};

// What a tool has taken out of pages, or counted in them, before anybody else could see it.
struct Cleaned {
  std::size_t invisible = 0;
  std::size_t tags = 0;
  std::size_t comments = 0;
  std::size_t instructions = 0;  // of what is not in the answer itself
  std::size_t hidden_texts = 0;
};

struct ToolOutput {
  // The payload: text, or JSON that is sent as text and as structured content. Nothing comes before it.
  std::variant<std::monostate, std::string, json::value> body;
  std::vector<Attachment> attachments = {};
  std::vector<std::string> notes = {};    // what happened beside it, a line each
  StopReason stopped = StopReason::none;  // otherwise the body is what was done so far
  json::object meta = {};                 // for _meta of the answer
  std::string_view mime_type = {};        // of a text that is not plain
  std::optional<ListOfUnits> units = {};  // only where somebody keeps them
  Cleaned cleaned = {};
  // So much of it the caller has asked for: sent at once, whatever the server's own limit is.
  std::optional<std::size_t> inline_allowance = {};

  static ToolOutput text(std::string payload, std::string_view mime_type = {}) {
    return {.body = std::move(payload), .mime_type = mime_type};
  }
  static ToolOutput json(json::value payload) { return {.body = std::move(payload)}; }
  static ToolOutput only(Attachment attachment) {
    return {.body = {}, .attachments = {std::move(attachment)}};
  }

  ToolOutput with(Attachment attachment) && {
    attachments.push_back(std::move(attachment));
    return std::move(*this);
  }
};

// Puts the notes where a reader of the payload alone finds them: at the end of a text, in a member `notes` of
// an object. Lists, single values and pictures stay what they are, and their notes beside them.
void fold_notes(ToolOutput& output);

}  // namespace oc::tool
