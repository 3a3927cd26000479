// RawClient: a TCP client for tests that sees and sends every byte. Failures throw.
#pragma once
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <string>

#include "base/task.h"
#include "base/text.h"
#include "net/http_message.h"

namespace oc::net::testing_support {

class RawClient {
 public:
  explicit RawClient(const Executor& executor) : socket_(executor) {}

  Task<void> connect(std::uint16_t port) {
    asio::ip::tcp::endpoint endpoint{asio::ip::address_v4::loopback(), port};
    co_await socket_.async_connect(endpoint, asio::use_awaitable);
  }

  Task<void> send(std::string text) {
    (void)co_await asio::async_write(socket_, asio::buffer(text), asio::use_awaitable);
  }

  // The text up to the marker and with it.
  Task<std::string> read_until(std::string marker) {
    std::size_t size =
        co_await asio::async_read_until(socket_, asio::dynamic_buffer(held_), marker, asio::use_awaitable);
    co_return take(size);
  }

  Task<std::string> read_exactly(std::size_t size) {
    if (held_.size() < size) {
      std::size_t missing = size - held_.size();
      (void)co_await asio::async_read(socket_, asio::dynamic_buffer(held_), asio::transfer_exactly(missing),
                                      asio::use_awaitable);
    }
    co_return take(size);
  }

  // Everything until the server closes or resets the connection.
  Task<std::string> read_to_end() {
    boost::system::error_code ignored;
    (void)co_await asio::async_read(socket_, asio::dynamic_buffer(held_),
                                    asio::redirect_error(asio::use_awaitable, ignored));
    co_return take(held_.size());
  }

  // One answer with Content-Length.
  Task<HttpResponse> read_response(bool has_body = true) {
    std::string head = co_await read_until("\r\n\r\n");
    HttpResponse response;
    std::vector<std::string_view> lines = split(head, '\n');
    std::from_chars(lines[0].data() + 9, lines[0].data() + 12, response.status);
    for (std::size_t i = 1; i + 2 < lines.size(); ++i) {
      std::size_t colon = lines[i].find(':');
      response.headers.add(lines[i].substr(0, colon), trim(lines[i].substr(colon + 1)));
    }
    auto length = response.headers.find("Content-Length");
    if (length && has_body) {
      std::size_t size = 0;
      std::from_chars(length->data(), length->data() + length->size(), size);
      response.body = co_await read_exactly(size);
    }
    co_return response;
  }

  void shutdown_send() { socket_.shutdown(asio::ip::tcp::socket::shutdown_send); }
  void close() { socket_.close(); }
  asio::ip::tcp::socket& socket() { return socket_; }

 private:
  std::string take(std::size_t size) {
    std::string out = held_.substr(0, size);
    held_.erase(0, size);
    return out;
  }

  asio::ip::tcp::socket socket_;
  std::string held_;
};

}  // namespace oc::net::testing_support
