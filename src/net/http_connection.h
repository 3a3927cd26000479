// HttpConnection: the requests of one connection, one after the other. HttpCore: what all connections of a
// server share; each connection keeps it alive, so a handler that outlives its server finds everything in
// place.
#pragma once
#include <memory>
#include <optional>
#include <set>

#include "net/byte_channel.h"
#include "net/http_exchange.h"
#include "net/http_parser.h"
#include "net/http_server.h"

namespace oc::net {

class HttpConnection;

struct HttpCore {
  HttpCore(Executor executor, Logger& logger, const HttpLimits& bounds, HeadCheck check, HttpHandler handler)
      : log(logger),
        limits(bounds),
        check_head(std::move(check)),
        handle(std::move(handler)),
        nursery(std::move(executor), logger) {}

  Logger& log;
  HttpLimits limits;
  HeadCheck check_head;
  HttpHandler handle;
  std::shared_ptr<ReadScratch> scratch = std::make_shared<ReadScratch>();
  std::set<HttpConnection*> sessions = {};  // also refused ones, and those whose socket was taken
  std::size_t connections = 0;
  std::size_t refusals = 0;
  bool is_closing = false;
  Nursery nursery;
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  enum class Kind : std::uint8_t { served, refused };

  HttpConnection(std::shared_ptr<HttpCore> core, Socket socket, Kind kind);
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;
  ~HttpConnection() { leave(); }

  // A refused one is answered 503, whatever the client wants.
  static Task<void> run(std::shared_ptr<HttpConnection> self);

  // Stops the handler, if one runs, and ends when nothing is left to do.
  void shut_down();
  void drop() { channel_->drop(); }

 private:
  enum class Reading : std::uint8_t { finished, late, gone, closing };

  Task<void> serve();
  Task<void> wait_for_request();
  Task<std::optional<HttpRequest>> receive_request();
  Task<Reading> read(HttpParser& parser, HttpParser::Stage stage, std::chrono::milliseconds time);
  bool was_read(Reading reading, const HttpParser& parser);
  std::optional<HttpResponse> refusal_of(const HttpRequest& head, bool has_body);
  Task<void> handle(HttpRequest request);
  void answer_failure(int status, std::string_view message);
  Task<void> drain();
  Task<void> end();
  void uncount();
  void leave();

  std::shared_ptr<HttpCore> core_;
  std::shared_ptr<ByteChannel> channel_;
  ChannelExchange* exchange_ = nullptr;  // of the handler that runs
  Kind kind_;
  bool is_counted_ = true;
  bool goes_on_ = true;
  bool lingers_ = false;
};

}  // namespace oc::net
