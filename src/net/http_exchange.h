// The answering side of HttpServer: responses written to a channel, event streams, and the exchange a handler
// sees.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "net/byte_channel.h"
#include "net/http_server.h"

namespace oc::net {

// {"error":"…"}. REQUIRES: message needs no escapes.
HttpResponse error_response(int status, std::string_view message);

// What of a request shapes its answer.
struct AnswerShape {
  bool is_head_request = false;
  int version = 11;
  bool keep_alive = false;
};

// Returns whether the connection can be used again.
bool write_response(ByteChannel& channel, const AnswerShape& shape, HttpResponse response);

class ChannelEventStream final : public EventStream, public std::enable_shared_from_this<ChannelEventStream> {
 public:
  ChannelEventStream(std::shared_ptr<ByteChannel> channel, const HttpLimits& limits, Logger& log,
                     bool is_chunked);

  void start_keepalive();
  bool send(std::string_view frame) override;
  void finish() override;
  bool is_open() const override { return !is_finished_ && !channel_->is_broken(); }

 private:
  void wait_for_silence();

  std::shared_ptr<ByteChannel> channel_;
  std::size_t queued_bytes_;
  std::chrono::milliseconds keepalive_;
  Logger& log_;
  bool is_chunked_;
  bool is_finished_ = false;
  SteadyTime last_sent_;
  asio::steady_timer timer_;
};

class ChannelExchange final : public HttpExchange {
 public:
  ChannelExchange(HttpRequest request, std::shared_ptr<ByteChannel> channel, const HttpLimits& limits,
                  Logger& log);

  HttpRequest& request() override { return request_; }
  Stop disconnected() const override { return stop_.stop(); }
  void respond(HttpResponse response) override;
  std::shared_ptr<EventStream> open_event_stream(const Headers& extra) override;
  std::pair<Socket, std::string> take_socket() override;
  bool answered() const override { return is_answered_; }

  // For the connection:
  void on_taken(std::function<void()> callback) { taken_callback_ = std::move(callback); }
  void stop(StopReason reason) { stop_.request(reason); }
  void forbid_keep_alive() { shape_.keep_alive = false; }
  // The handler has returned. Whether the connection can be used again.
  bool complete();
  // The handler threw: what it has begun cannot be completed.
  bool abandon();

 private:
  HttpRequest request_;
  std::shared_ptr<ByteChannel> channel_;
  const HttpLimits& limits_;
  Logger& log_;
  AnswerShape shape_;
  StopSource stop_;
  std::shared_ptr<ChannelEventStream> stream_;
  std::function<void()> taken_callback_;
  bool is_answered_ = false;
  bool is_taken_ = false;
  bool keeps_alive_ = false;
};

}  // namespace oc::net
