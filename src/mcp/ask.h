// Asking the user, in the forms of the revisions behind one port: with a handshake our own request to the
// client; in the stateless revision a result that says what is needed, answered by the same call once more.
#pragma once
#include <expected>
#include <memory>
#include <optional>

#include "mcp/request_context.h"
#include "mcp/request_state.h"
#include "tool/ports.h"

namespace oc::mcp {

class Asker : public tool::AskPort {
 public:
  // The result to answer with when ask() failed with input_required.
  virtual std::optional<json::object> unanswered() const { return std::nullopt; }
};

// -32602 when the request carries a state that is not ours.
std::expected<std::unique_ptr<Asker>, rpc::ErrorObject> make_asker(const RequestContext& context,
                                                                   std::string_view method,
                                                                   const json::object& params,
                                                                   const RequestSeal& seal);

// Asks the client of a conversation with a handshake in the name of a task.
std::unique_ptr<Asker> make_related_asker(const RequestContext& context, std::string task_id);

// A question as the request that asks it: method and params.
json::object request_of(const tool::Question& question);
// The kinds of questions that a client with these capabilities can answer.
std::vector<tool::Question::Kind> answerable(const json::object& capabilities);
// Is this an answer of the kind the question wants? A form's content is checked against its schema.
bool is_answer(const tool::Question& question, const json::value& answer);
// The capability a client must declare to be asked, as ClientCapabilities; nothing when it has it.
std::optional<json::object> missing_capability(const tool::Question& question,
                                               const json::object& capabilities);

}  // namespace oc::mcp
