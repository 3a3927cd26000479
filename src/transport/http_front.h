// HttpFront: the door of the HTTP server. Who may come in is decided here, before a body is read and for
// every method and path: Host and Origin against rebinding and cross-site requests, then the path, then the
// bearer token.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "net/http_server.h"

namespace oc::transport {

struct HttpFrontOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  std::optional<std::string> token;               // nothing: everyone on this machine may come in
  std::vector<std::string> allowed_origins = {};  // beside our own
  std::string extension_origin = {};              // of our extension, which has doors of its own
  std::string extension_token = {};
  net::HttpLimits limits = {};
};

class HttpFront {
 public:
  HttpFront(HttpFrontOptions options, Logger& log) : options_(std::move(options)), log_(log) {}

  // extension: our own, with its token; no page, no other extension. extension_socket: the same, but the
  // token comes later, in a message.
  enum class Access : std::uint8_t { anyone, token_holder, extension, extension_socket };
  // REQUIRES: before open().
  void route(std::string path, Access access, std::vector<std::string> methods, net::HttpHandler handler);
  // Bodies for this path must be JSON: anything else is refused before it is read.
  void require_json(std::string_view path) { routes_.find(path)->second.json_only = true; }

  // Binds and serves. A host that is not loopback needs a token.
  Result<void> open(Executor executor);
  std::uint16_t port() const { return server_->port(); }
  std::size_t connections() const { return server_ ? server_->connections() : 0; }
  Task<void> close(Stop stop);

  // The answer to a request of this head that goes no further, or nothing.
  std::optional<net::HttpResponse> check(const net::HttpRequest& head, std::uint16_t own_port) const;

 private:
  struct Route {
    Access access;
    std::vector<std::string> methods;
    net::HttpHandler handler;
    bool json_only = false;
    bool is_for_extension() const {
      return access == Access::extension || access == Access::extension_socket;
    }
  };
  bool is_own_host(std::string_view host, std::uint16_t own_port) const;
  bool is_listed(std::string_view origin) const;
  bool is_allowed_origin(std::string_view origin, std::uint16_t own_port) const;
  bool may_come_from(std::string_view origin, std::uint16_t own_port, std::string_view path) const;

  HttpFrontOptions options_;
  Logger& log_;
  std::map<std::string, Route, std::less<>> routes_;
  std::unique_ptr<net::HttpServer> server_;
};

}  // namespace oc::transport
