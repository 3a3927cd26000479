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

}  // namespace

void HttpFront::route(std::string path, Access access, net::HttpHandler handler) {
  routes_.emplace(std::move(path), Route{access, std::move(handler)});
}

bool HttpFront::is_allowed_origin(std::string_view origin, std::uint16_t own_port) const {
  return net::is_own_origin(origin, options_.host, own_port) ||
         std::ranges::find(options_.allowed_origins, origin) != options_.allowed_origins.end();
}

bool HttpFront::has_token(const net::HttpRequest& head) const {
  constexpr std::string_view kScheme = "bearer ";
  auto header = head.headers.find("Authorization");
  if (!header || header->size() <= kScheme.size()) return false;
  if (!equals_ignoring_case(header->substr(0, kScheme.size()), kScheme)) return false;
  return equals_in_constant_time(trim(header->substr(kScheme.size())), *options_.token);
}

std::optional<net::HttpResponse> HttpFront::check(const net::HttpRequest& head,
                                                  std::uint16_t own_port) const {
  auto host = head.headers.find("Host");
  bool one_host = head.headers.count("Host") == 1 || (!host && head.version == 10);
  if (!one_host || (host && !net::is_own_host(*host, options_.host, own_port)))
    return refusal(403, "Host is not this server");
  auto origin = head.headers.find("Origin");
  if (origin && (head.headers.count("Origin") != 1 || !is_allowed_origin(*origin, own_port))) {
    return refusal(403, "Origin is not allowed");
  }
  auto route = routes_.find(head.path);
  if (route == routes_.end()) return refusal(404, "no such path");
  if (route->second.access == Access::token_holder && options_.token && !has_token(head)) {
    net::HttpResponse response = refusal(401, "a bearer token is required");
    response.headers.set("WWW-Authenticate", "Bearer");
    return response;
  }
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
    return routes_.find(exchange.request().path)->second.handler(exchange);
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
