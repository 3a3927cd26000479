#include "transport/http_front.h"

#include <algorithm>

#include "base/crypto.h"
#include "base/text.h"
#include "net/local_address.h"

namespace oc::transport {
namespace {

net::HttpResponse refusal(int status, std::string_view reason) {
  return net::HttpResponse::json(status, cat(R"({"error":")", reason, R"("})"));
}

// What needs no token also takes no body: nobody may fill our memory without one.
bool has_body(const net::HttpRequest& head) {
  return head.headers.find("Transfer-Encoding") || head.headers.find("Content-Length").value_or("0") != "0";
}

bool is_json(const net::HttpRequest& head) {
  std::string_view type = head.headers.find("Content-Type").value_or("");
  return equals_ignoring_case(trim(type.substr(0, type.find(';'))), "application/json");
}

net::HttpResponse method_refusal(const std::vector<std::string>& methods) {
  net::HttpResponse response = refusal(405, "the method is not allowed here");
  response.headers.set("Allow", join(methods, ", "));
  return response;
}

bool has_token(const net::HttpRequest& head, std::string_view token) {
  constexpr std::string_view kScheme = "bearer ";
  auto header = head.headers.find("Authorization");
  if (!header || header->size() <= kScheme.size()) return false;
  if (!equals_ignoring_case(header->substr(0, kScheme.size()), kScheme)) return false;
  return equals_in_constant_time(trim(header->substr(kScheme.size())), token);
}

// A browser asks first. Pages of listed origins may call; they carry the token themselves.
net::HttpResponse preflight(std::string_view origin) {
  net::HttpResponse response{.status = 204};
  response.headers = {{"Access-Control-Allow-Origin", std::string{origin}},
                      {"Access-Control-Allow-Methods", "POST, GET, DELETE"},
                      {"Access-Control-Allow-Headers",
                       "content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, "
                       "mcp-session-id, last-event-id"},
                      {"Access-Control-Max-Age", "600"},
                      {"Vary", "Origin"}};
  return response;
}

// Lets a page of an allowed origin read the answer.
class CrossOriginExchange final : public net::HttpExchange {
 public:
  CrossOriginExchange(net::HttpExchange& inner, std::string_view origin)
      : inner_(inner),
        headers_{{"Access-Control-Allow-Origin", std::string{origin}},
                 {"Access-Control-Expose-Headers", "mcp-session-id"},
                 {"Vary", "Origin"}} {}
  net::HttpRequest& request() override { return inner_.request(); }
  Stop disconnected() const override { return inner_.disconnected(); }
  void respond(net::HttpResponse response) override {
    for (const auto& [name, value] : headers_) response.headers.set(name, value);
    inner_.respond(std::move(response));
  }
  std::shared_ptr<net::EventStream> open_event_stream(const net::Headers& extra) override {
    net::Headers all = extra;
    for (const auto& [name, value] : headers_) all.set(name, value);
    return inner_.open_event_stream(all);
  }
  std::pair<net::Socket, std::string> take_socket() override { return inner_.take_socket(); }
  bool answered() const override { return inner_.answered(); }

 private:
  net::HttpExchange& inner_;
  net::Headers headers_;
};

Task<void> handle_cross_origin(const net::HttpHandler& handler, net::HttpExchange& exchange,
                               std::string origin) {
  CrossOriginExchange wrapped{exchange, origin};
  co_await handler(wrapped);
}

}  // namespace

void HttpFront::route(std::string path, Access access, std::vector<std::string> methods,
                      net::HttpHandler handler) {
  routes_.emplace(std::move(path), Route{access, std::move(methods), std::move(handler)});
}

bool HttpFront::is_listed(std::string_view origin) const {
  return std::ranges::find(options_.allowed_origins, origin) != options_.allowed_origins.end();
}

bool HttpFront::is_allowed_origin(std::string_view origin, std::uint16_t own_port) const {
  return net::is_own_origin(origin, options_.host, own_port) || is_listed(origin);
}

bool HttpFront::is_own_host(std::string_view host, std::uint16_t own_port) const {
  if (net::is_own_host(host, options_.host, own_port)) return true;
  // Listening on every address we have many names. An address is one of ours, or the connection would not be
  // here; a name could be anyone's that resolves to us.
  bool everywhere = options_.host == "0.0.0.0" || options_.host == "::";
  auto named = net::parse_host_port(host);
  return everywhere && named && named->port.value_or(80) == own_port && net::is_ip_address(named->host);
}

// The doors of the extension are for it alone, and it has no others.
bool HttpFront::may_come_from(std::string_view origin, std::uint16_t own_port, std::string_view path) const {
  auto route = routes_.find(path);
  bool is_for_extension = route != routes_.end() && route->second.is_for_extension();
  return is_for_extension ? origin == options_.extension_origin : is_allowed_origin(origin, own_port);
}

std::optional<net::HttpResponse> HttpFront::check(const net::HttpRequest& head,
                                                  std::uint16_t own_port) const {
  auto host = head.headers.find("Host");
  bool one_host = head.headers.count("Host") == 1 || (!host && head.version == 10);
  if (!one_host || (host && !is_own_host(*host, own_port))) return refusal(403, "Host is not this server");
  auto origin = head.headers.find("Origin");
  if (origin && (head.headers.count("Origin") != 1 || !may_come_from(*origin, own_port, head.path))) {
    return refusal(403, "Origin is not allowed");
  }
  auto route = routes_.find(head.path);
  if (route == routes_.end()) return refusal(404, "no such path");
  if (origin && is_listed(*origin) && head.method == "OPTIONS") return preflight(*origin);
  Access access = route->second.access;
  bool open = access == Access::anyone || access == Access::extension_socket;
  const std::optional<std::string>& token =
      access == Access::extension ? std::optional{options_.extension_token} : options_.token;
  if (!open && token && (token->empty() || !has_token(head, *token))) {
    net::HttpResponse response = refusal(401, "a bearer token is required");
    response.headers.set("WWW-Authenticate", "Bearer");
    return response;
  }
  const std::vector<std::string>& methods = route->second.methods;
  if (std::ranges::find(methods, head.method) == methods.end()) return method_refusal(methods);
  if (route->second.json_only && head.method == "POST" && !is_json(head))
    return refusal(415, "Content-Type must be application/json");
  if (open && has_body(head)) return refusal(413, "no body is taken here");
  return std::nullopt;
}

Result<void> HttpFront::open(Executor executor) {
  if (!options_.token && !net::is_loopback_name(options_.host)) {
    return fail(ErrorCode::invalid_arguments,
                cat("refusing to listen on ", options_.host, " without a token"),
                "Give a token, or listen on 127.0.0.1.");
  }
  auto check_head = [this](const net::HttpRequest& head) { return check(head, server_->port()); };
  auto handle = [this](net::HttpExchange& exchange) {
    const net::HttpHandler& handler = routes_.find(exchange.request().path)->second.handler;
    auto origin = exchange.request().headers.find("Origin");
    return origin && is_listed(*origin) ? handle_cross_origin(handler, exchange, std::string{*origin})
                                        : handler(exchange);
  };
  auto server = net::HttpServer::listen(executor, log_, {options_.host, options_.port, options_.limits},
                                        check_head, handle);
  if (!server) return std::unexpected(std::move(server).error());
  server_ = std::move(*server);
  return {};
}

Task<void> HttpFront::close(Stop stop) {
  if (server_) co_await server_->close(stop);
}

}  // namespace oc::transport
