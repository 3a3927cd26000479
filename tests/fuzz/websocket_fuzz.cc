// Fuzz target: any bytes from a WebSocket client after the upgrade. Messages are echoed until the peer's
// bytes end.
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <cstdint>
#include <cstdlib>

#include "base/testing/run_loop.h"
#include "net/websocket.h"

namespace {

using namespace oc;

class UpgradeExchange final : public net::HttpExchange {
 public:
  explicit UpgradeExchange(net::Socket socket) : socket_(std::move(socket)) {
    request_ = {.method = "GET",
                .target = "/bridge",
                .path = "/bridge",
                .headers = {{"Host", "localhost"},
                            {"Upgrade", "websocket"},
                            {"Connection", "Upgrade"},
                            {"Sec-WebSocket-Version", "13"},
                            {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}}};
  }
  net::HttpRequest& request() override { return request_; }
  Stop disconnected() const override { return {}; }
  void respond(net::HttpResponse) override {}
  std::shared_ptr<net::EventStream> open_event_stream(const net::Headers&) override { return nullptr; }
  std::pair<net::Socket, std::string> take_socket() override { return {std::move(socket_), ""}; }
  bool answered() const override { return false; }

 private:
  net::Socket socket_;
  net::HttpRequest request_;
};

Task<void> serve(net::HttpExchange& exchange) {
  auto socket = co_await net::WebSocket::accept(exchange, {.message_bytes = 8192, .queued_bytes = 65536}, {});
  if (!socket) co_return;
  while (true) {
    auto message = co_await (*socket)->receive({});
    if (!message) break;
    if (message->size() > 8192) std::abort();
    (*socket)->send(std::move(*message));
  }
}

// The client reads what it is sent: one that does not is given up after minutes, which is no time for a
// fuzzer.
Task<void> drain(int fd) {
  asio::posix::stream_descriptor reader{co_await asio::this_coro::executor, fd};
  char buffer[4096];
  boost::system::error_code error;
  while (!error) {
    (void)co_await reader.async_read_some(asio::buffer(buffer),
                                          asio::redirect_error(asio::use_awaitable, error));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  int ends[2];
  if (size > 64 * 1024 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 0;
  // All bytes and the end of the stream are there before the server looks.
  if (write(ends[1], data, size) != static_cast<ssize_t>(size)) std::abort();
  shutdown(ends[1], SHUT_WR);
  {
    testing_support::Loop loop;
    net::Socket socket{loop.io, boost::asio::generic::stream_protocol{AF_UNIX, 0}, ends[0]};
    UpgradeExchange exchange{std::move(socket)};
    Nursery client{loop.executor(), loop.log};
    client.start("client", drain(ends[1]));
    loop.run(serve(exchange));
    (void)loop.run(client.join({}));
  }
  return 0;
}
