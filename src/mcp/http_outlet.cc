// Tested by: mcp/streamable_http_test.cc
#include "mcp/http_outlet.h"

#include "mcp/protocol.h"
#include "net/event_stream.h"

namespace oc::mcp {
namespace {

// Errors made by handlers travel in a good answer; only a missing capability is the request's own fault.
int status_of(const rpc::Answer& answer) {
  return !answer && answer.error().code == kMissingCapability ? 400 : 200;
}

}  // namespace

void HttpOutlet::open_stream() {
  if (stream_ || log_ || !options_.accepts_stream) return;
  if (options_.make_log) log_ = options_.make_log();
  if (!exchange_) return;
  stream_ = exchange_->open_event_stream(options_.extra);
  if (log_) log_->attach(stream_, 0, options_.primed);
}

void HttpOutlet::send(std::string message) {
  open_stream();
  if (log_) {
    log_->append(message);
  } else if (stream_) {
    stream_->send(net::event_frame({.data = std::move(message)}));
  }
}

void HttpOutlet::reply(const json::value& id, const rpc::Answer& answer) {
  std::string message = rpc::write_answer(id, answer);
  if (stream_ || log_) {
    send(std::move(message));
    return finish();
  }
  respond(status_of(answer), std::move(message));
}

void HttpOutlet::drop() {
  if (stream_ || log_) return finish();
  respond(202, "");
}

void HttpOutlet::respond(int status, std::string body) {
  if (exchange_) {
    net::HttpResponse response =
        body.empty() ? net::HttpResponse{.status = status} : net::HttpResponse::json(status, std::move(body));
    for (const auto& [name, value] : options_.extra) response.headers.set(name, value);
    exchange_->respond(std::move(response));
  }
  finish();
}

void HttpOutlet::finish() {
  if (log_) {
    log_->finish();
  } else if (stream_) {
    stream_->finish();
  }
  finished_ = true;
  done_.notify_all();
}

Task<void> HttpOutlet::wait_until_done(Stop disconnected) {
  if (!finished_) (void)co_await done_.wait(disconnected);
  exchange_ = nullptr;
  if (log_) log_->detach(stream_);
  stream_.reset();
}

}  // namespace oc::mcp
