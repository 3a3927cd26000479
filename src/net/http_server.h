// HttpServer: HTTP/1.1 on one loop thread, a coroutine per connection. Beast's parser is fed by hand inside
// the .cc.
//
// A request passes in two steps: `check_head` sees it before its body is read and may refuse it; `handle`
// then answers through an HttpExchange. While a handler runs the connection is watched, so that a client that
// goes away is noticed.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/log.h"
#include "base/result.h"
#include "base/task.h"
#include "net/http_message.h"
#include "net/socket.h"

namespace oc::net {

struct HttpLimits {
  std::size_t header_bytes = 32 * 1024;
  std::size_t body_bytes = 16 * 1024 * 1024;
  std::size_t connections = 1024;
  std::size_t queued_bytes =
      8 * 1024 * 1024;  // unsent bytes of one connection before it is dropped as too slow
  std::chrono::milliseconds header_time{10'000};  // from the first byte of a request to the end of its head
  std::chrono::milliseconds body_time{60'000};
  std::chrono::milliseconds idle_time{75'000};  // between requests of one connection
  std::chrono::milliseconds event_stream_keepalive{15'000};
};

struct HttpServerOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free one
  HttpLimits limits = {};
};

// A server-sent event stream towards one client. Sends never wait; a client that reads too slowly loses its
// connection.
class EventStream {
 public:
  virtual ~EventStream() = default;
  // `frame` is a complete event with its blank line. False once the stream is closed.
  virtual bool send(std::string_view frame) = 0;
  // Sends what is queued, then ends the response.
  virtual void finish() = 0;
  virtual bool is_open() const = 0;
};

// One request and the one answer to it. Valid until the handler's coroutine returns.
class HttpExchange {
 public:
  virtual ~HttpExchange() = default;
  virtual HttpRequest& request() = 0;
  // Stops with StopReason::disconnected when the client closes the connection, or shutdown when the server
  // ends.
  virtual Stop disconnected() const = 0;
  // REQUIRES: not answered yet.
  virtual void respond(HttpResponse response) = 0;
  // 200 text/event-stream, without buffering or length. REQUIRES: not answered yet. A stream that is still
  // open when the handler returns is finished then.
  virtual std::shared_ptr<EventStream> open_event_stream(const Headers& extra) = 0;
  // Hands the connection over, with the bytes already read beyond the request; the server forgets it.
  // REQUIRES: not answered yet.
  virtual std::pair<Socket, std::string> take_socket() = 0;
  virtual bool answered() const = 0;
};

using HeadCheck = std::function<std::optional<HttpResponse>(const HttpRequest& head)>;
// A handler that returns without an answer, or throws, is answered for with 500.
using HttpHandler = std::function<Task<void>(HttpExchange&)>;

class HttpServer {
 public:
  // Binds and starts to accept.
  static Result<std::unique_ptr<HttpServer>> listen(Executor executor, Logger& log, HttpServerOptions options,
                                                    HeadCheck check_head, HttpHandler handle);
  virtual ~HttpServer() = default;
  virtual std::uint16_t port() const = 0;
  virtual std::size_t connections() const = 0;
  // Stops accepting, stops running handlers (StopReason::shutdown), closes idle connections, waits for the
  // rest until the stop.
  virtual Task<void> close(Stop stop) = 0;
};

}  // namespace oc::net
