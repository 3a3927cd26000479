// Resolving, then connecting to one address after the other.
#include "net/tcp_connect.h"

#include <fcntl.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <vector>

#include "base/stop_trigger.h"
#include "base/text.h"

namespace oc::net {
namespace {

using asio::ip::tcp;
using boost::system::error_code;

struct Resolution {
  explicit Resolution(const Executor& executor) : resolver(executor), finished(executor) {}
  tcp::resolver resolver;
  Signal finished;
  bool is_finished = false;
  error_code error;
  std::vector<tcp::endpoint> endpoints;
};

// A look-up blocks a thread of Asio's and cannot be cancelled: when the stop comes first, it is left to end
// unheard.
Task<Result<std::vector<tcp::endpoint>>> look_up(std::string host, std::uint16_t port, Stop stop) {
  Executor executor = co_await asio::this_coro::executor;
  auto state = std::make_shared<Resolution>(executor);
  state->resolver.async_resolve(host, cat(port), tcp::resolver::numeric_service,
                                [state](const error_code& error, const tcp::resolver::results_type& results) {
                                  state->is_finished = true;
                                  state->error = error;
                                  for (const auto& result : results)
                                    state->endpoints.push_back(result.endpoint());
                                  state->finished.notify_all();
                                });
  while (!state->is_finished) {
    bool woken = co_await state->finished.wait(stop);
    if (!woken) co_return std::unexpected(stop.error().in(cat("resolving ", host)));
  }
  if (state->error) {
    co_return fail(ErrorCode::network_failed, cat("cannot resolve ", host, ": ", state->error.message()));
  }
  co_return std::move(state->endpoints);
}

Task<Result<std::vector<tcp::endpoint>>> endpoints_of(std::string host, std::uint16_t port, Stop stop) {
  using asio::ip::address_v4;
  using asio::ip::address_v6;
  // Addresses and localhost (RFC 6761) need no look-up, and so no thread.
  if (equals_ignoring_case(host, "localhost")) {
    co_return std::vector<tcp::endpoint>{{address_v4::loopback(), port}, {address_v6::loopback(), port}};
  }
  error_code error;
  auto address = asio::ip::make_address(host, error);
  if (!error) co_return std::vector<tcp::endpoint>{{address, port}};
  co_return co_await look_up(std::move(host), port, stop);
}

}  // namespace

Task<Result<Socket>> connect_tcp(std::string host, std::uint16_t port, Stop stop) {
  if (stop.requested()) co_return std::unexpected(stop.error());
  auto endpoints = co_await endpoints_of(host, port, stop);
  if (!endpoints) co_return std::unexpected(endpoints.error());
  Executor executor = co_await asio::this_coro::executor;
  error_code error = asio::error::host_not_found;
  for (const tcp::endpoint& endpoint : *endpoints) {
    tcp::socket socket{executor};
    socket.open(endpoint.protocol(), error);
    if (error) continue;
    fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    StopTrigger trigger{executor, stop, [&socket] {
                          error_code ignored;
                          socket.close(ignored);
                        }};
    co_await socket.async_connect(endpoint, asio::redirect_error(asio::use_awaitable, error));
    if (stop.requested())
      co_return std::unexpected(stop.error().in(cat("connecting to ", host, " port ", port)));
    if (error) continue;
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    co_return Socket{std::move(socket)};
  }
  co_return fail(ErrorCode::network_failed,
                 cat("cannot connect to ", host, " port ", port, ": ", error.message()));
}

}  // namespace oc::net
