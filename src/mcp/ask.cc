#include "mcp/ask.h"

#include <algorithm>

#include "mcp/protocol.h"

namespace oc::mcp {
namespace {

using tool::Answers;
using tool::Question;

std::string_view method_of(Question::Kind kind) {
  switch (kind) {
    case Question::Kind::form:
      return "elicitation/create";
    case Question::Kind::sampling:
      return "sampling/createMessage";
    case Question::Kind::roots:
      return "roots/list";
  }
  return "";
}

Error lacks(json::object required) {
  return {ErrorCode::missing_client_capability,
          "the client did not declare the capability that this question needs",
          {},
          json::object{{"requiredCapabilities", std::move(required)}}};
}

bool fits_type(std::string_view type, const json::value& value) {
  if (type == "number") return value.is_number();
  return json::type_word(value) == type;
}

bool fits_form(const json::object& schema, const json::object& content) {
  if (const json::array* required = json::find_array(schema, "required")) {
    for (const json::value& name : *required) {
      if (!name.is_string() || !content.contains(json::view(name.get_string()))) return false;
    }
  }
  const json::object* properties = json::find_object(schema, "properties");
  if (!properties) return true;
  return std::ranges::all_of(*properties, [&](const auto& property) {
    const json::value* given = content.if_contains(property.key());
    const json::object* field = property.value().if_object();
    auto type = field ? json::find_string(*field, "type") : std::nullopt;
    return !given || !type || fits_type(*type, *given);
  });
}

class ModernAsker final : public Asker {
 public:
  ModernAsker(const RequestContext& context, std::string binding, Answers earlier, json::object responses,
              const RequestSeal& seal)
      : capabilities_(context.client.capabilities),
        binding_(std::move(binding)),
        answers_(std::move(earlier)),
        responses_(std::move(responses)),
        seal_(seal) {}

  Task<Result<Answers>> ask(std::vector<Question> questions, Stop) override {
    Answers given;
    for (Question& question : questions) {
      if (auto required = missing_capability(question, capabilities_))
        co_return std::unexpected(lacks(*required));
      const json::value* response = responses_.if_contains(question.key);
      if (response && is_answer(question, *response)) answers_[question.key] = response->as_object();
      auto known = answers_.find(question.key);
      if (known != answers_.end()) {
        given[question.key] = known->second;
      } else {
        open_.push_back(std::move(question));
      }
    }
    if (!open_.empty())
      co_return fail(ErrorCode::input_required, cat(open_.size(), " answers are needed from the client"));
    co_return given;
  }

  std::optional<json::object> unanswered() const override {
    if (open_.empty()) return std::nullopt;
    json::object requests;
    for (const Question& question : open_) requests[question.key] = request_of(question);
    return json::object{{"resultType", "input_required"},
                        {"inputRequests", std::move(requests)},
                        {"requestState", seal_.seal(binding_, answers_)}};
  }

 private:
  json::object capabilities_;
  std::string binding_;
  Answers answers_;
  json::object responses_;
  const RequestSeal& seal_;
  std::vector<Question> open_;
};

class LegacyAsker final : public Asker {
 public:
  explicit LegacyAsker(const RequestContext& context, std::string task_id = "")
      : capabilities_(context.client.capabilities),
        outlet_(context.outlet),
        peer_(context.peer),
        task_id_(std::move(task_id)) {}

  Task<Result<Answers>> ask(std::vector<Question> questions, Stop stop) override {
    Answers given;
    for (Question& question : questions) {
      if (auto required = missing_capability(question, capabilities_))
        co_return std::unexpected(lacks(*required));
      if (!peer_ || !outlet_->can_send()) {
        co_return fail(ErrorCode::missing_client_capability,
                       "this client can only take a plain answer, so it cannot be asked");
      }
      if (!task_id_.empty()) {
        question.params["_meta"] = json::object{{kMetaRelatedTask, json::object{{"taskId", task_id_}}}};
      }
      auto answer =
          co_await peer_->ask(outlet_, std::string{method_of(question.kind)}, question.params, stop);
      if (!answer) co_return std::unexpected(std::move(answer).error());
      if (!*answer)
        co_return fail(ErrorCode::input_declined,
                       cat("the client refused the question: ", answer->error().message));
      if (!is_answer(question, **answer))
        co_return fail(ErrorCode::input_declined, "the client's answer does not fit the question");
      given[question.key] = (*answer)->as_object();
    }
    co_return given;
  }

 private:
  json::object capabilities_;
  std::shared_ptr<rpc::Outlet> outlet_;
  rpc::Peer* peer_;
  std::string task_id_;
};

}  // namespace

std::unique_ptr<Asker> make_related_asker(const RequestContext& context, std::string task_id) {
  return std::make_unique<LegacyAsker>(context, std::move(task_id));
}

json::object request_of(const Question& question) {
  json::object request{{"method", method_of(question.kind)}, {"params", question.params}};
  if (question.kind == Question::Kind::form) request["params"].as_object()["mode"] = "form";
  return request;
}

std::vector<Question::Kind> answerable(const json::object& capabilities) {
  std::vector<Question::Kind> kinds;
  for (Question::Kind kind : {Question::Kind::form, Question::Kind::sampling, Question::Kind::roots}) {
    if (!missing_capability({.key = "", .kind = kind}, capabilities)) kinds.push_back(kind);
  }
  return kinds;
}

bool is_answer(const Question& question, const json::value& answer) {
  const json::object* members = answer.if_object();
  if (!members) return false;
  switch (question.kind) {
    case Question::Kind::sampling:
      return json::find_string(*members, "role") && members->contains("content");
    case Question::Kind::roots:
      return json::find_array(*members, "roots") != nullptr;
    case Question::Kind::form:
      break;
  }
  auto action = json::find_string(*members, "action");
  if (action == "decline" || action == "cancel") return true;
  if (action != "accept") return false;
  const json::object* schema = json::find_object(question.params, "requestedSchema");
  const json::object* content = json::find_object(*members, "content");
  return !schema || fits_form(*schema, content ? *content : json::object{});
}

std::optional<json::object> missing_capability(const Question& question, const json::object& capabilities) {
  switch (question.kind) {
    case Question::Kind::sampling:
      if (json::find_object(capabilities, "sampling")) return std::nullopt;
      return json::object{{"sampling", json::object{}}};
    case Question::Kind::roots:
      if (json::find_object(capabilities, "roots")) return std::nullopt;
      return json::object{{"roots", json::object{}}};
    case Question::Kind::form:
      break;
  }
  // An empty declaration means forms; one that lists only url does not.
  const json::object* elicitation = json::find_object(capabilities, "elicitation");
  if (elicitation && (elicitation->contains("form") || !elicitation->contains("url"))) return std::nullopt;
  return json::object{{"elicitation", json::object{{"form", json::object{}}}}};
}

std::expected<std::unique_ptr<Asker>, rpc::ErrorObject> make_asker(const RequestContext& context,
                                                                   std::string_view method,
                                                                   const json::object& params,
                                                                   const RequestSeal& seal) {
  if (!context.modern()) return std::make_unique<LegacyAsker>(context);
  std::string binding = request_binding(method, params);
  Answers earlier;
  if (const json::value* state = params.if_contains("requestState")) {
    if (!state->is_string())
      return rpc_error(rpc::kInvalidParams, "Invalid params: requestState must be a string");
    auto opened = seal.open(json::view(state->get_string()), binding);
    if (!opened)
      return rpc_error(rpc::kInvalidParams, cat("Invalid params: requestState is refused: ", opened.error()));
    earlier = std::move(*opened);
  }
  json::object responses;
  if (const json::value* given = params.if_contains("inputResponses")) {
    if (!given->is_object())
      return rpc_error(rpc::kInvalidParams, "Invalid params: inputResponses must be an object");
    responses = given->get_object();
  }
  return std::make_unique<ModernAsker>(context, std::move(binding), std::move(earlier), std::move(responses),
                                       seal);
}

}  // namespace oc::mcp
