// Ports: what whoever starts a call decides for it — when to stop, where progress and messages go, who
// answers questions. A tool cannot tell a client's call from a background task.
#pragma once
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "base/result.h"
#include "base/task.h"
#include "json/json.h"

namespace oc::browser {
class DomainPolicy;
}

namespace oc::tool {

struct Progress {
  double done = 0;
  std::optional<double> total = std::nullopt;
  std::string message = {};
};

class ProgressPort {
 public:
  virtual ~ProgressPort() = default;
  virtual void report(const Progress& progress) = 0;
};

// RFC 5424's levels, as MCP uses them for messages to the client.
enum class MessageLevel : std::uint8_t { debug, info, notice, warning, error, critical, alert, emergency };

class MessagePort {
 public:
  virtual ~MessagePort() = default;
  virtual void message(MessageLevel level, std::string_view logger, json::value data) = 0;
};

// A question for the user or the client. The key names it within the call, whichever round of asking it is.
struct Question {
  enum class Kind : std::uint8_t { form, sampling, roots };
  std::string key;
  Kind kind = Kind::form;
  json::object params = {};

  // A form of flat fields: `schema` is the JSON Schema of an object with primitive properties.
  static Question form(std::string key, std::string_view message, json::object schema);
};

// Key → the answer as the client gave it, already checked for its shape.
using Answers = std::map<std::string, json::object>;

class AskPort {
 public:
  virtual ~AskPort() = default;
  // Fails with input_required when the answers will come with a later call (the tool then runs again from its
  // start: ask before you act), missing_client_capability when nobody can be asked, or the stop's error.
  virtual Task<Result<Answers>> ask(std::vector<Question> questions, Stop stop) = 0;
};

// Where the finished units of long work go.
class ItemPort {
 public:
  virtual ~ItemPort() = default;
  virtual Task<Result<void>> keep(json::value unit) = 0;
};

// Of a run that was declared: narrower than what the server allows.
struct Bounds {
  std::shared_ptr<const browser::DomainPolicy> policy = {};  // none: the server's
  bool observes = false;                                     // requests that change something are held back
};

struct Ports {
  Stop stop;
  ProgressPort* progress;
  MessagePort* messages;
  AskPort* asker;
  ItemPort* items = nullptr;  // none: nobody keeps them
  Bounds bounds = {};
  // The conversation that it comes from, for its default tab; empty: not known.
  std::string caller = {};
  std::optional<std::string> named_tab = {};              // by the caller
  std::optional<std::chrono::milliseconds> allowed = {};  // how long it may take, where the caller said so
  bool wants_whole = false;  // the answer is stored if it is long: nothing need be left out
};

// Ports for a caller that wants none of it: nobody listens, nobody can be asked.
Ports silent_ports(Stop stop);

}  // namespace oc::tool

template <>
struct oc::EnumWords<oc::tool::Question::Kind> {
  static constexpr std::array<std::string_view, 3> words{"form", "sampling", "roots"};
};
template <>
struct oc::EnumWords<oc::tool::MessageLevel> {
  static constexpr std::array<std::string_view, 8> words{"debug", "info",     "notice", "warning",
                                                         "error", "critical", "alert",  "emergency"};
};
