#include "mcp/streamable_http.h"

#include "mcp/batch.h"
#include "mcp/header_rules.h"
#include "mcp/protocol.h"

namespace oc::mcp {
namespace {

constexpr std::string_view kSessionHeader = "Mcp-Session-Id";

void refuse(net::HttpExchange& exchange, int status, const rpc::Rejected& rejected) {
  exchange.respond(net::HttpResponse::json(status, rpc::write_rejection(rejected)));
}

void refuse(net::HttpExchange& exchange, int status, int code, std::string message,
            std::optional<json::value> id = std::nullopt) {
  refuse(exchange, status, {{code, std::move(message)}, std::move(id)});
}

// Is `type` acceptable? Without Accept everything is.
bool accepts(const net::HttpRequest& request, std::string_view type) {
  auto header = request.headers.find("Accept");
  if (!header) return true;
  std::string_view family = type.substr(0, type.find('/') + 1);
  for (std::string_view item : split(*header, ',')) {
    std::string name = lower(trim(item.substr(0, item.find(';'))));
    if (name == type || name == "*/*" || name == cat(family, "*")) return true;
  }
  return false;
}

bool names_modern(const net::HttpRequest& request) {
  auto header = request.headers.find("MCP-Protocol-Version");
  return header && is_modern(trim(*header));
}

}  // namespace

Task<void> StreamableHttp::handle(net::HttpExchange& exchange) {
  const std::string& method = exchange.request().method;
  if (method == "POST") {
    co_await post(exchange);
  } else if (method == "GET") {
    co_await get(exchange);
  } else if (method == "DELETE") {
    remove(exchange);
  } else {
    net::HttpResponse response = net::HttpResponse::text(405, "Method Not Allowed\n");
    response.headers.set("Allow", "POST, GET, DELETE");
    exchange.respond(std::move(response));
  }
}

Task<void> StreamableHttp::post(net::HttpExchange& exchange) {
  auto parsed = rpc::parse_text(exchange.request().body);
  if (!parsed) co_return refuse(exchange, 400, parsed.error());
  if (parsed->is_array()) co_return co_await on_batch(exchange, std::move(parsed->get_array()));
  auto message = rpc::read_message(std::move(*parsed));
  if (!message) co_return refuse(exchange, 400, message.error());
  if (auto* request = std::get_if<rpc::Request>(&*message)) {
    co_await on_request(exchange, std::move(*request));
  } else if (auto* notification = std::get_if<rpc::Notification>(&*message)) {
    on_notification(exchange, *notification);
  } else {
    on_response(exchange, std::get<rpc::Response>(std::move(*message)));
  }
}

Task<void> StreamableHttp::on_request(net::HttpExchange& exchange, rpc::Request request) {
  auto claim = read_claim(request.params);
  if (!claim) co_return refuse(exchange, 400, {claim.error(), request.id});
  if (*claim) co_return co_await serve_modern(exchange, std::move(request), std::move(**claim));
  if (names_modern(exchange.request())) {
    if (request.method == "initialize") {
      co_return refuse(exchange, 400, kHeaderMismatch,
                       "Header mismatch: initialize belongs to the revisions with a handshake", request.id);
    }
    co_return refuse(exchange, 400, rpc::kInvalidParams,
                     cat("Invalid params: missing required _meta keys, such as ", kMetaVersion), request.id);
  }
  if (request.method == "initialize") co_return begin_session(exchange, request);
  co_await serve_legacy(exchange, std::move(request));
}

// The order of the checks is the protocol's: claim, version header, version, method header, method, name,
// parameters.
Task<void> StreamableHttp::serve_modern(net::HttpExchange& exchange, rpc::Request request, Claim claim) {
  const net::HttpRequest& http = exchange.request();
  if (auto error = check_version_header(http.headers, claim.version))
    co_return refuse(exchange, 400, {*error, request.id});
  if (!is_modern(claim.version))
    co_return refuse(exchange, 400, {unsupported_version(claim.version), request.id});
  if (auto error = check_method_header(http.headers, request.method))
    co_return refuse(exchange, 400, {*error, request.id});
  const Method* method = server_.find(request.method, true);
  if (!method) co_return refuse(exchange, 404, {method_not_found(request.method), request.id});
  if (auto error = check_name_header(http.headers, method->named_by, request.params))
    co_return refuse(exchange, 400, {*error, request.id});
  if (request.method == "tools/call") {
    const tool::Tool* tool =
        server_.parts().tools.find(json::find_string(request.params, "name").value_or(""));
    const json::object* arguments = json::find_object(request.params, "arguments");
    auto error = tool && arguments ? check_param_headers(http.headers, tool->input_schema(), *arguments)
                                   : std::nullopt;
    if (error) co_return refuse(exchange, 400, {*error, request.id});
  }
  bool streams = accepts(http, "text/event-stream");
  if (request.method == "subscriptions/listen" && !streams) {
    co_return refuse(exchange, 406, rpc::kInvalidRequest,
                     "Invalid Request: Accept must allow text/event-stream", request.id);
  }
  auto outlet = std::make_shared<HttpOutlet>(exchange, HttpOutlet::Options{.accepts_stream = streams},
                                             nursery_.executor());
  // Here a closed connection is the cancellation: the request ends with it.
  StopSource both{exchange.disconnected()};
  StopCallback with_server = stop_.on_stop([both, this]() mutable { both.request(stop_.reason()); });
  auto peer = std::make_shared<rpc::Peer>(nursery_);
  peer->serve(std::move(request), outlet, both.stop(),
              [this, peer, method, client = std::move(claim.client)](
                  rpc::Request running, std::shared_ptr<rpc::Outlet> out, Stop stop) {
                // Without a session the name is all that tells clients apart.
                return server_.serve(*method, std::move(running),
                                     {.client = client,
                                      .caller = cat("client ", client.name),
                                      .outlet = std::move(out),
                                      .stop = std::move(stop)});
              });
  co_await outlet->wait_until_done({});
}

void StreamableHttp::begin_session(net::HttpExchange& exchange, const rpc::Request& request) {
  if (exchange.request().headers.find(kSessionHeader)) {
    return refuse(exchange, 400, rpc::kInvalidRequest, "Invalid Request: already initialized", request.id);
  }
  auto handshake = server_.shake_hands(request.params);
  if (!handshake) return refuse(exchange, 200, {handshake.error(), request.id});
  auto session = sessions_.begin(std::move(handshake->session));
  if (!session) return refuse(exchange, 503, rpc::kInternalError, "Too many sessions", request.id);
  net::HttpResponse response =
      net::HttpResponse::json(200, rpc::write_answer(request.id, std::move(handshake->result)));
  response.headers.set(kSessionHeader, session->id());
  exchange.respond(std::move(response));
}

std::shared_ptr<HttpSession> StreamableHttp::session_of(net::HttpExchange& exchange,
                                                        const std::optional<json::value>& id) {
  const net::Headers& headers = exchange.request().headers;
  auto named = headers.find(kSessionHeader);
  if (!named) {
    refuse(exchange, 400, rpc::kInvalidRequest,
           "Invalid Request: Mcp-Session-Id is missing; call initialize first", id);
    return nullptr;
  }
  auto session = sessions_.find(*named);
  if (!session) {
    refuse(exchange, 404, rpc::kInvalidRequest, "Invalid Request: no such session; call initialize again",
           id);
    return nullptr;
  }
  auto version = headers.find("MCP-Protocol-Version");
  auto known = version ? from_word<Revision>(trim(*version)) : std::nullopt;
  if (version && (!known || facts(*known).stateless)) {
    refuse(exchange, 400, rpc::kInvalidRequest,
           "Invalid Request: MCP-Protocol-Version is not one of this session's", id);
    return nullptr;
  }
  return session;
}

Task<void> StreamableHttp::serve_legacy(net::HttpExchange& exchange, rpc::Request request) {
  auto session = session_of(exchange, request.id);
  if (!session) co_return;
  HttpOutlet::Options options{.accepts_stream = accepts(exchange.request(), "text/event-stream"),
                              .primed = session->primes_streams(),
                              .extra = {{std::string{kSessionHeader}, session->id()}},
                              .make_log = [session] { return session->new_log(); }};
  auto outlet = std::make_shared<HttpOutlet>(exchange, std::move(options), nursery_.executor());
  const Method* method = server_.find(request.method, false);
  if (method) {
    serve_in_session(session, *method, std::move(request), outlet);
  } else {
    outlet->reply(request.id, std::unexpected(method_not_found(request.method)));
  }
  // A lost connection does not cancel here: the client may come back for the rest of the stream.
  co_await outlet->wait_until_done(exchange.disconnected());
}

void StreamableHttp::serve_in_session(const std::shared_ptr<HttpSession>& session, const Method& method,
                                      rpc::Request request, std::shared_ptr<rpc::Outlet> outlet) {
  session->peer().serve(
      std::move(request), outlet, stop_,
      [this, &method, session](rpc::Request running, std::shared_ptr<rpc::Outlet> out, Stop stop) {
        RequestContext context{.client = session->facts_of().client,
                               .caller = session->caller(),
                               .outlet = std::move(out),
                               .stop = std::move(stop),
                               .peer = &session->peer(),
                               .session = &session->facts_of()};
        return server_.serve(method, std::move(running), std::move(context));
      });
}

Task<void> StreamableHttp::on_batch(net::HttpExchange& exchange, json::array messages) {
  // Without a session there is no revision that has batches.
  if (!exchange.request().headers.find(kSessionHeader))
    co_return refuse(exchange, 400, {*refuse_batch(messages, kModern)});
  auto session = session_of(exchange, std::nullopt);
  if (!session) co_return;
  if (auto refused = refuse_batch(messages, session->facts_of().client.revision))
    co_return refuse(exchange, 400, {*refused});
  HttpOutlet::Options options{.accepts_stream = false,
                              .extra = {{std::string{kSessionHeader}, session->id()}}};
  auto outlet = std::make_shared<HttpOutlet>(exchange, std::move(options), nursery_.executor());
  serve_batch(
      std::move(messages),
      {.on_request =
           [this, session](rpc::Request request, std::shared_ptr<rpc::Outlet> out) {
             const Method* method = server_.find(request.method, false);
             if (!method) return out->reply(request.id, std::unexpected(method_not_found(request.method)));
             serve_in_session(session, *method, std::move(request), std::move(out));
           },
       .on_notification =
           [session](const rpc::Notification& notification) {
             if (notification.method == "notifications/cancelled")
               cancel_named(session->peer(), notification.params);
           },
       .on_response = [session](rpc::Response response) { session->peer().settle(std::move(response)); },
       .on_done = [outlet](std::string array) { outlet->respond(array.empty() ? 202 : 200, array); }});
  co_await outlet->wait_until_done(exchange.disconnected());
}

void StreamableHttp::on_notification(net::HttpExchange& exchange, const rpc::Notification& notification) {
  auto named = exchange.request().headers.find(kSessionHeader);
  auto session = named ? sessions_.find(*named) : nullptr;
  if (named && !session && !names_modern(exchange.request())) {
    return refuse(exchange, 404, rpc::kInvalidRequest,
                  "Invalid Request: no such session; call initialize again");
  }
  if (session && notification.method == "notifications/cancelled")
    cancel_named(session->peer(), notification.params);
  exchange.respond({.status = 202});
}

void StreamableHttp::on_response(net::HttpExchange& exchange, rpc::Response response) {
  auto session = session_of(exchange, std::nullopt);
  if (!session) return;
  if (!session->peer().settle(std::move(response))) {
    return refuse(exchange, 400, rpc::kInvalidRequest, "Invalid Request: nothing waits for this answer");
  }
  exchange.respond({.status = 202});
}

Task<void> StreamableHttp::get(net::HttpExchange& exchange) {
  if (!accepts(exchange.request(), "text/event-stream")) {
    co_return refuse(exchange, 406, rpc::kInvalidRequest,
                     "Invalid Request: Accept must allow text/event-stream");
  }
  auto session = session_of(exchange, std::nullopt);
  if (!session) co_return;
  std::shared_ptr<EventLog> log = session->standalone();
  std::uint64_t after = 0;
  if (auto last = exchange.request().headers.find("Last-Event-ID")) {
    auto id = parse_event_id(trim(*last));
    log = id ? session->find_log(id->stream) : nullptr;
    if (!log) co_return refuse(exchange, 400, rpc::kInvalidRequest, "Invalid Request: unknown Last-Event-ID");
    after = id->number;
  } else if (log->attached()) {
    co_return refuse(exchange, 409, rpc::kInvalidRequest,
                     "Invalid Request: this session has its stream already");
  }
  auto stream = exchange.open_event_stream({{std::string{kSessionHeader}, session->id()}});
  log->attach(stream, after, session->primes_streams());
  co_await log->wait_until_finished(exchange.disconnected());
  log->detach(stream);
}

void StreamableHttp::remove(net::HttpExchange& exchange) {
  auto session = session_of(exchange, std::nullopt);
  if (!session) return;
  sessions_.end(*session);
  exchange.respond({.status = 204});
}

}  // namespace oc::mcp
