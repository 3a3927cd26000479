#include "mcp/render.h"

#include "base/encoding.h"
#include "json/write.h"
#include "mcp/listed_schema.h"

namespace oc::mcp {
namespace {

json::object text_block(std::string_view text) {
  return {{"type", "text"}, {"text", text}};
}

// Blocks that a revision does not know become text: clients drop a whole answer over an unknown block type.
struct BlockWriter {
  const RevisionFacts& revision;

  json::object operator()(const std::string& text) const { return text_block(text); }
  json::object operator()(const tool::Image& image) const {
    std::string data = image.is_base64 ? image.bytes : base64_encode(image.bytes);
    return {{"type", "image"}, {"data", std::move(data)}, {"mimeType", image.mime_type}};
  }
  json::object operator()(const tool::Audio& audio) const {
    if (!revision.annotations)
      return text_block(cat("[", audio.mime_type, ", ", audio.bytes.size(), " bytes]"));
    return {{"type", "audio"}, {"data", base64_encode(audio.bytes)}, {"mimeType", audio.mime_type}};
  }
  json::object operator()(const tool::ResourceLink& link) const {
    if (!revision.structured_content) return text_block(link.uri);
    json::object block{{"type", "resource_link"}, {"uri", link.uri}, {"name", link.name}};
    if (!link.mime_type.empty()) block["mimeType"] = link.mime_type;
    if (link.size_bytes) block["size"] = *link.size_bytes;
    return block;
  }
  json::object operator()(const tool::EmbeddedResource& embedded) const {
    return {{"type", "resource"},
            {"resource", {{"uri", embedded.uri}, {"mimeType", embedded.mime_type}, {"text", embedded.text}}}};
  }
};

// A payload up to this size is sent as text and as structured content, a longer one only as text.
constexpr std::size_t kMostTwice = 2048;

void shorten_texts(json::value& data, std::size_t most) {
  if (json::string* text = data.if_string()) {
    if (text->size() > most) data = shorten(json::view(*text), most);
  } else if (json::array* list = data.if_array()) {
    for (json::value& item : *list) shorten_texts(item, most);
  } else if (json::object* members = data.if_object()) {
    for (auto& member : *members) shorten_texts(member.value(), most);
  }
}

// The answer of a tool that must send it twice: it is short but for an address or a title that a page chose.
void make_short(json::value& data) {
  for (std::size_t most : {500, 200, 80}) {
    if (!json::is_longer_than(data, kMostTwice)) return;
    shorten_texts(data, most);
  }
}

void add_data(json::value data, const tool::Tool& tool, const RevisionFacts& revision, json::object& result,
              json::array& content) {
  bool must_be_twice = revision.structured_content && listed_output(tool);
  if (must_be_twice) make_short(data);
  std::string text = json::write(data);
  bool is_twice = must_be_twice || (revision.structured_content && text.size() <= kMostTwice);
  content.push_back(text_block(text));
  // Before the stateless revision it may only be an object.
  if (is_twice && data.is_object()) result["structuredContent"] = std::move(data);
}

json::object render_output(tool::ToolOutput output, const tool::Tool& tool, const RevisionFacts& revision) {
  tool::fold_notes(output);
  json::object result{{"content", nullptr}};
  json::array content;
  if (const auto* text = std::get_if<std::string>(&output.body)) content.push_back(text_block(*text));
  if (auto* data = std::get_if<json::value>(&output.body))
    add_data(std::move(*data), tool, revision, result, content);
  for (const tool::Attachment& attachment : output.attachments)
    content.push_back(std::visit(BlockWriter{revision}, attachment));
  for (const std::string& note : output.notes) content.push_back(text_block(note));
  result["content"] = std::move(content);
  if (!output.meta.empty()) result["_meta"] = output.meta;
  return result;
}

}  // namespace

json::object error_json(const Error& error) {
  json::object facts{{"code", error.word()}, {"message", error.message}};
  if (!error.next_step().empty()) facts["hint"] = error.next_step();
  facts["retryable"] = error.retryable();
  if (!error.details.is_null()) facts["details"] = error.details;
  json::object out;
  if (!error.state.is_null()) out["state"] = error.state;
  out["error"] = std::move(facts);
  if (!error.notes.empty()) out["notes"] = json::array(error.notes.begin(), error.notes.end());
  return out;
}

json::object render_outcome(Result<tool::ToolOutput> outcome, const tool::Tool& tool, Revision revision) {
  if (outcome) return render_output(std::move(*outcome), tool, facts(revision));
  // Text alone: clients hold structured content against the output schema even when isError is set, and who
  // reads an error reads text.
  json::object result;
  result["content"] = json::array{text_block(json::write(error_json(outcome.error())))};
  result["isError"] = true;
  if (!outcome.error().meta.empty()) result["_meta"] = outcome.error().meta;
  return result;
}

}  // namespace oc::mcp
