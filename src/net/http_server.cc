// The listening socket and the life of a server; http_connection.cc serves what is accepted.
#include "net/http_server.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/text.h"
#include "net/http_connection.h"

namespace oc::net {
namespace {

using asio::ip::tcp;
using boost::system::error_code;

// Connections beyond the limit that are being told so; the ones beyond these are closed without a word.
constexpr std::size_t kRefusalsAtOnce = 64;
// Without descriptors nothing can be accepted, and the listening socket stays ready: wait instead of
// spinning.
constexpr std::chrono::milliseconds kPauseWithoutDescriptors{100};

struct Listener {
  Listener(std::shared_ptr<HttpCore> shared, tcp::acceptor listening)
      : core(std::move(shared)), acceptor(std::move(listening)) {}
  std::shared_ptr<HttpCore> core;
  tcp::acceptor acceptor;
  StopSource stop;  // ends a pause
  bool is_short_of_descriptors = false;

  void close() {
    error_code ignored;
    acceptor.close(ignored);
    stop.request(StopReason::shutdown);
  }
};

void start_connection(Listener& listener, int fd, int family) {
  HttpCore& core = *listener.core;
  int yes = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  Socket socket{core.nursery.executor()};
  error_code error;
  socket.assign(asio::generic::stream_protocol{family, IPPROTO_TCP}, fd, error);
  if (error) {
    ::close(fd);
    core.log.warn("http", "cannot use an accepted connection: ", error.message());
    return;
  }
  using Kind = HttpConnection::Kind;
  Kind kind = core.connections < core.limits.connections ? Kind::served : Kind::refused;
  if (kind == Kind::refused && core.refusals >= kRefusalsAtOnce) return;
  auto connection = std::make_shared<HttpConnection>(listener.core, std::move(socket), kind);
  core.nursery.start("http connection", HttpConnection::run(std::move(connection)));
}

// False when there is a reason to pause.
bool accept_all(Listener& listener, int family) {
  for (;;) {
    int fd = accept4(listener.acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0) {
      listener.is_short_of_descriptors = false;
      start_connection(listener, fd, family);
      continue;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return true;
    if (!std::exchange(listener.is_short_of_descriptors, true)) {
      listener.core->log.error("http", "cannot accept a connection: ", errno_text(errno));
    }
    return false;
  }
}

Task<void> accept_loop(std::shared_ptr<Listener> listener, int family) {
  while (listener->acceptor.is_open()) {
    error_code error;
    co_await listener->acceptor.async_wait(tcp::acceptor::wait_read,
                                           asio::redirect_error(asio::use_awaitable, error));
    if (error || !listener->acceptor.is_open()) break;
    if (accept_all(*listener, family)) continue;
    bool slept = co_await sleep_for(kPauseWithoutDescriptors, listener->stop.stop());
    if (!slept) break;
  }
}

class TcpHttpServer final : public HttpServer {
 public:
  TcpHttpServer(std::shared_ptr<Listener> listener, std::uint16_t port)
      : listener_(std::move(listener)), core_(listener_->core), port_(port) {}
  ~TcpHttpServer() override {
    listener_->close();
    begin_shutdown();
    for (const auto& session : sessions()) session->drop();
  }

  std::uint16_t port() const override { return port_; }
  std::size_t connections() const override { return core_->connections; }

  Task<void> close(Stop stop) override {
    auto core = core_;
    listener_->close();
    begin_shutdown();
    bool ended = co_await core->nursery.join(stop);
    if (ended) co_return;
    core->log.warn("http", "closing with ", core->sessions.size(), " requests still running");
    for (const auto& session : sessions()) session->drop();
  }

 private:
  // A copy: what a stop sets off may end sessions.
  std::vector<std::shared_ptr<HttpConnection>> sessions() const {
    std::vector<std::shared_ptr<HttpConnection>> out;
    for (HttpConnection* session : core_->sessions) {
      if (auto shared = session->weak_from_this().lock()) out.push_back(std::move(shared));
    }
    return out;
  }

  void begin_shutdown() {
    core_->is_closing = true;
    for (const auto& session : sessions()) session->shut_down();
  }

  std::shared_ptr<Listener> listener_;
  std::shared_ptr<HttpCore> core_;
  std::uint16_t port_;
};

Result<tcp::acceptor> open_acceptor(const Executor& executor, const HttpServerOptions& options) {
  error_code error;
  std::string host = options.host == "localhost" ? "127.0.0.1" : options.host;
  auto address = asio::ip::make_address(host, error);
  if (error) {
    return fail(ErrorCode::invalid_arguments,
                cat("cannot listen on ", options.host, ": it is not an IP address"));
  }
  tcp::endpoint endpoint{address, options.port};
  tcp::acceptor acceptor{executor};
  acceptor.open(endpoint.protocol(), error);
  if (!error) fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (!error) acceptor.non_blocking(true, error);
  if (error) {
    return fail(ErrorCode::network_failed,
                cat("cannot listen on ", options.host, " port ", options.port, ": ", error.message()),
                error == asio::error::address_in_use
                    ? "End the program that uses the port, or choose another port."
                    : "");
  }
  return acceptor;
}

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(Executor executor, Logger& log,
                                                       HttpServerOptions options, HeadCheck check_head,
                                                       HttpHandler handle) {
  auto acceptor = open_acceptor(executor, options);
  if (!acceptor) return std::unexpected(acceptor.error());
  error_code error;
  tcp::endpoint bound = acceptor->local_endpoint(error);
  if (error)
    return fail(ErrorCode::network_failed, cat("cannot tell the port listened on: ", error.message()));
  auto core =
      std::make_shared<HttpCore>(executor, log, options.limits, std::move(check_head), std::move(handle));
  auto listener = std::make_shared<Listener>(core, std::move(*acceptor));
  core->nursery.start("http accept", accept_loop(listener, bound.protocol().family()));
  return std::make_unique<TcpHttpServer>(std::move(listener), bound.port());
}

}  // namespace oc::net
