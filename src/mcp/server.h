// Server: the methods of MCP. One table says which exist in which era; a handler gets a request with its
// context and gives the answer. How messages arrive, and what a conversation remembers, is not known here.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "base/task.h"
#include "dispatch/dispatcher.h"
#include "ledger/task_ledger.h"
#include "mcp/prompt.h"
#include "mcp/request_context.h"
#include "mcp/request_state.h"
#include "mcp/resource.h"
#include "mcp/subscription_hub.h"
#include "tool/catalog.h"
#include "tool/task_starter.h"

namespace oc::mcp {

struct ServerParts {
  const tool::Catalog& tools;
  tool::ToolSet listed = tool::ToolSet::standard;
  // Told of conversations that have ended.
  std::function<void(const std::string& caller)> on_caller_gone = {};
  std::function<tool::ListingFacts()> listing = {};  // asked for each list; none: the defaults
  dispatch::Dispatcher& dispatcher;
  ledger::TaskLedger& tasks;
  ledger::Envelopes& envelopes;
  tool::TaskStarter& task_starter;
  const ResourceSet& resources;
  const PromptSet& prompts;
  SubscriptionHub& hub;
  const RequestSeal& seal;
  const Clock& clock;
  Logger& log;
  Executor executor;
  Stop closing;              // the server is about to end: streams of changes close, calls may still finish
  json::object info;         // Implementation: name, title, version, …
  std::string instructions;  // for the model; never page content
  ListChanges changes = {};
  bool lists_tasks = true;  // not where clients cannot be told apart
  // How long a call may take before a client that knows tasks is given one instead of the answer.
  std::chrono::milliseconds task_grace{2000};
};

class Server;

struct Method {
  std::string_view name;
  bool legacy;                // in the revisions with a handshake
  bool modern;                // in the stateless one
  std::string_view named_by;  // parameter that the Mcp-Name header repeats
  Task<rpc::Answer> (*handle)(Server&, const json::object& params, RequestContext& context,
                              const json::value& id);
};

class Server {
 public:
  explicit Server(ServerParts parts) : parts_(std::move(parts)) {}

  // Null when the era has no such method.
  const Method* find(std::string_view method, bool modern) const;
  Task<rpc::Answer> serve(const Method& method, rpc::Request request, RequestContext context);

  struct Handshake {
    Session session;
    json::object result;
  };
  // The result of `initialize`, and the session that it begins.
  std::expected<Handshake, rpc::ErrorObject> shake_hands(const json::object& params) const;
  // Hears unsolicited notifications for a session; its wishes are read from the session each time.
  SubscriptionHub::Subscription follow(const Session& session, SubscriptionHub::Listener listener);

  const ServerParts& parts() const { return parts_; }
  json::object capabilities(Revision revision) const;

 private:
  ServerParts parts_;
};

// A result that clients may keep for a while (stateless revision only).
void mark_cacheable(json::object& result, const RequestContext& context, std::int64_t ttl_ms);

// The handlers, one file each family; the table in server.cc names them.
Task<rpc::Answer> list_tools(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> call_tool(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> get_task(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> get_task_result(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> list_tasks(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> update_task(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> cancel_task(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> list_resources(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> list_templates(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> read_resource(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> watch_resource(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> unwatch_resource(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> list_prompts(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> get_prompt(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> complete_argument(Server&, const json::object&, RequestContext&, const json::value&);
Task<rpc::Answer> listen_to_changes(Server&, const json::object&, RequestContext&, const json::value&);

}  // namespace oc::mcp
