// How the questions look on the wire, and how answers are read; the shapes are those of MCP.
#include "questions.h"

#include "base/text.h"
#include "json/write.h"

namespace oc::conformance {
namespace {

using tool::Question;

json::object form_of_one(std::string_view field, std::string_view type) {
  return {{"type", "object"},
          {"properties", json::object{{field, json::object{{"type", type}}}}},
          {"required", json::array{json::value(field)}}};
}

}  // namespace

Question ask_text(std::string key, std::string_view message, std::string_view field) {
  return Question::form(std::move(key), message, form_of_one(field, "string"));
}

Question ask_confirmation(std::string key, std::string_view message, std::string_view field) {
  return Question::form(std::move(key), message, form_of_one(field, "boolean"));
}

Question ask_model(std::string key, std::string_view prompt, int max_tokens) {
  json::object content{{"type", "text"}, {"text", prompt}};
  json::object message{{"role", "user"}, {"content", std::move(content)}};
  json::array messages;
  messages.push_back(std::move(message));
  return {.key = std::move(key),
          .kind = Question::Kind::sampling,
          .params = {{"messages", std::move(messages)}, {"maxTokens", max_tokens}}};
}

Question ask_roots(std::string key) {
  return {.key = std::move(key), .kind = Question::Kind::roots};
}

std::string field_of(const json::object& answer, std::string_view field) {
  const json::object* content = json::find_object(answer, "content");
  return std::string{content ? json::find_string(*content, field).value_or("") : ""};
}

std::string outcome_of(const json::object& answer) {
  const json::object* content = json::find_object(answer, "content");
  return cat("action=", json::find_string(answer, "action").value_or(""),
             ", content=", content ? json::write(*content) : "{}");
}

std::string model_text(const json::object& answer) {
  return field_of(answer, "text");
}

std::string root_uris(const json::object& answer) {
  std::string out;
  const json::array* roots = json::find_array(answer, "roots");
  if (!roots) return out;
  for (const json::value& root : *roots) {
    const json::object* members = root.if_object();
    if (members) out += cat(out.empty() ? "" : " ", json::find_string(*members, "uri").value_or(""));
  }
  return out;
}

}  // namespace oc::conformance
