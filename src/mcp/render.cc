#include "mcp/render.h"

#include "base/encoding.h"
#include "json/write.h"

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

json::object render_output(const tool::ToolOutput& output, const tool::Tool& tool,
                           const RevisionFacts& revision) {
  json::object result{{"content", nullptr}};
  json::array content;
  if (const auto* text = std::get_if<std::string>(&output.body)) content.push_back(text_block(*text));
  if (const auto* data = std::get_if<json::value>(&output.body)) {
    content.push_back(text_block(json::write(*data)));
    // Without an output schema structured content may only be an object before the stateless revision.
    if (revision.structured_content && (tool.output_schema() || data->is_object()))
      result["structuredContent"] = *data;
  }
  for (const tool::Attachment& attachment : output.attachments)
    content.push_back(std::visit(BlockWriter{revision}, attachment));
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
  return out;
}

json::object render_outcome(const Result<tool::ToolOutput>& outcome, const tool::Tool& tool,
                            Revision revision) {
  if (outcome) return render_output(*outcome, tool, facts(revision));
  json::object payload = error_json(outcome.error());
  json::object result;
  json::array content;
  content.push_back(text_block(json::write(payload)));
  for (const std::string& note : outcome.error().notes) content.push_back(text_block(note));
  result["content"] = std::move(content);
  // Clients validate structured content against the output schema even when isError is set, so a tool that
  // has a schema tells its errors as text alone.
  if (facts(revision).structured_content && !tool.output_schema())
    result["structuredContent"] = std::move(payload);
  result["isError"] = true;
  if (!outcome.error().meta.empty()) result["_meta"] = outcome.error().meta;
  return result;
}

}  // namespace oc::mcp
