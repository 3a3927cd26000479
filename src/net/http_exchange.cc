// Tested by: http_server_test.cc, over real connections.
#include "net/http_exchange.h"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "base/text.h"

namespace oc::net {
namespace {

void add_field(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  // A line end in a value would start a header of its own.
  bool is_plain = std::ranges::none_of(value, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
  if (is_plain) {
    out.append(value);
  } else {
    out.append(one_line(value));
  }
  out.append("\r\n");
}

// The framing of a message is the server's alone.
bool is_framing(std::string_view name) {
  return equals_ignoring_case(name, "Content-Length") || equals_ignoring_case(name, "Transfer-Encoding") ||
         equals_ignoring_case(name, "Connection");
}

std::string head_of(int status, const Headers& headers) {
  std::string out;
  out.reserve(256);
  out.append(cat("HTTP/1.1 ", status, " ", reason_phrase(status), "\r\n"));
  for (const auto& [name, value] : headers) {
    if (!is_framing(name)) add_field(out, name, value);
  }
  if (headers.count("X-Content-Type-Options") == 0) out.append("X-Content-Type-Options: nosniff\r\n");
  return out;
}

void end_head(std::string& out, const AnswerShape& shape) {
  if (!shape.keep_alive) {
    out.append("Connection: close\r\n");
  } else if (shape.version < 11) {
    out.append("Connection: keep-alive\r\n");
  }
  out.append("\r\n");
}

std::string hex(std::size_t number) {
  char digits[16];
  auto end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
  return {digits, end};
}

AnswerShape shape_of(const HttpRequest& request) {
  return {request.method == "HEAD", request.version, request.keep_alive};
}

}  // namespace

HttpResponse error_response(int status, std::string_view message) {
  return HttpResponse::json(status, cat("{\"error\":\"", message, "\"}"));
}

bool write_response(ByteChannel& channel, const AnswerShape& shape, HttpResponse response) {
  AnswerShape used = shape;
  if (auto connection = response.headers.find("Connection");
      connection && equals_ignoring_case(*connection, "close")) {
    used.keep_alive = false;
  }
  std::string head = head_of(response.status, response.headers);
  bool has_body = response.status >= 200 && response.status != 204 && response.status != 304;
  if (has_body) head.append(cat("Content-Length: ", response.body.size(), "\r\n"));
  end_head(head, used);
  if (!has_body || used.is_head_request) response.body.clear();
  channel.write(std::move(head), std::move(response.body));
  return used.keep_alive;
}

ChannelEventStream::ChannelEventStream(std::shared_ptr<ByteChannel> channel, const HttpLimits& limits,
                                       Logger& log, bool is_chunked)
    : channel_(std::move(channel)),
      queued_bytes_(limits.queued_bytes),
      keepalive_(limits.event_stream_keepalive),
      log_(log),
      is_chunked_(is_chunked),
      last_sent_(std::chrono::steady_clock::now()),
      timer_(channel_->executor()) {}

void ChannelEventStream::start_keepalive() {
  if (keepalive_.count() > 0) wait_for_silence();
}

void ChannelEventStream::wait_for_silence() {
  timer_.expires_at(last_sent_ + keepalive_);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    auto self = weak.lock();
    if (error || !self || !self->is_open()) return;
    if (std::chrono::steady_clock::now() >= self->last_sent_ + self->keepalive_)
      self->send(": keepalive\n\n");
    if (self->is_open()) self->wait_for_silence();
  });
}

bool ChannelEventStream::send(std::string_view frame) {
  if (!is_open()) return false;
  if (frame.empty()) return true;  // an empty chunk would end the response
  // One frame may exceed the bound, two never do: a large answer is no sign of a slow client.
  if (channel_->unsent_bytes() >= queued_bytes_) {
    log_.warn("http", "event stream dropped: its client left ", channel_->unsent_bytes(), " bytes unread");
    channel_->drop();
    return false;
  }
  last_sent_ = std::chrono::steady_clock::now();
  channel_->write(is_chunked_ ? cat(hex(frame.size()), "\r\n", frame, "\r\n") : std::string{frame});
  return is_open();
}

void ChannelEventStream::finish() {
  if (std::exchange(is_finished_, true)) return;
  timer_.cancel();
  if (is_chunked_) channel_->write("0\r\n\r\n");
}

ChannelExchange::ChannelExchange(HttpRequest request, std::shared_ptr<ByteChannel> channel,
                                 const HttpLimits& limits, Logger& log)
    : request_(std::move(request)),
      channel_(std::move(channel)),
      limits_(limits),
      log_(log),
      shape_(shape_of(request_)) {}

void ChannelExchange::respond(HttpResponse response) {
  assert(!is_answered_);
  is_answered_ = true;
  keeps_alive_ = write_response(*channel_, shape_, std::move(response));
}

std::shared_ptr<EventStream> ChannelExchange::open_event_stream(const Headers& extra) {
  assert(!is_answered_);
  is_answered_ = true;
  Headers headers = extra;
  headers.set("Content-Type", "text/event-stream");
  headers.set("Cache-Control", "no-cache, no-transform");
  headers.set("X-Accel-Buffering", "no");
  bool is_chunked = shape_.version >= 11;
  if (!is_chunked) shape_.keep_alive = false;  // only its end tells an older client that the stream is over
  keeps_alive_ = shape_.keep_alive;
  std::string head = head_of(200, headers);
  if (is_chunked) head.append("Transfer-Encoding: chunked\r\n");
  end_head(head, shape_);
  channel_->write(std::move(head));
  stream_ =
      std::make_shared<ChannelEventStream>(channel_, limits_, log_, is_chunked && !shape_.is_head_request);
  if (shape_.is_head_request) {
    stream_->finish();
  } else {
    stream_->start_keepalive();
  }
  return stream_;
}

std::pair<Socket, std::string> ChannelExchange::take_socket() {
  assert(!is_answered_);
  is_answered_ = true;
  is_taken_ = true;
  auto taken = channel_->release();
  if (taken_callback_) taken_callback_();
  return taken;
}

bool ChannelExchange::complete() {
  if (is_taken_) return false;
  if (!is_answered_) {
    log_.error("http", "no answer was given to ", request_.method, " ", one_line(request_.path));
    respond(error_response(500, "the request was not answered"));
  }
  if (stream_) stream_->finish();
  return keeps_alive_;
}

bool ChannelExchange::abandon() {
  if (is_taken_) return false;
  if (!is_answered_) {
    respond(error_response(500, "the server failed to answer"));
    return keeps_alive_;
  }
  if (stream_ && stream_->is_open()) {
    // Broken off, so that the client does not take what it has for the whole.
    channel_->drop();
    return false;
  }
  return keeps_alive_;
}

}  // namespace oc::net
