// One request over a connection of its own; Beast serialises and parses.
#include "net/http_client.h"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include "base/stop_trigger.h"
#include "base/text.h"
#include "net/plain_url.h"
#include "net/tcp_connect.h"

namespace oc::net {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using ResponseParser = http::response_parser<http::string_body>;

constexpr std::uint32_t kHeaderBytes = 64 * 1024;

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}
beast::string_view beast_view(std::string_view text) {
  return {text.data(), text.size()};
}

bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return c > ' ' && c < '\x7f' && std::string_view{"\"(),/:;<=>?@[\\]{}"}.find(c) == std::string_view::npos;
  });
}

Result<http::request<http::string_body>> to_beast(FetchRequest request, const PlainUrl& url) {
  if (!is_token(request.method)) return fail(ErrorCode::invalid_arguments, "the HTTP method is malformed");
  http::request<http::string_body> out;
  out.version(11);
  out.method_string(beast_view(request.method));
  out.target(beast_view(url.target));
  out.set(http::field::host, beast_view(url.host_header()));
  for (const auto& [name, value] : request.headers) {
    if (!is_token(name) || value.find_first_of(std::string_view{"\r\n\0", 3}) != std::string::npos) {
      return fail(ErrorCode::invalid_arguments, cat("the header field ", one_line(name), " is malformed"));
    }
    // The framing is ours; another Host replaces ours, for there may be only one.
    http::field field = http::string_to_field(beast_view(name));
    if (field == http::field::content_length || field == http::field::transfer_encoding ||
        field == http::field::connection) {
      continue;
    }
    if (field == http::field::host) out.erase(field);
    out.insert(beast_view(name), beast_view(value));
  }
  out.body() = std::move(request.body);
  out.prepare_payload();
  out.keep_alive(false);
  return out;
}

HttpResponse from_beast(http::response<http::string_body> message) {
  HttpResponse out;
  out.status = static_cast<int>(message.result_int());
  for (const auto& field : message) out.headers.add(view(field.name_string()), view(field.value()));
  out.body = std::move(message.body());
  return out;
}

std::string failure_text(const error_code& error, std::size_t max_body_bytes) {
  if (error == http::error::body_limit) return cat("the answer is larger than ", max_body_bytes, " bytes");
  if (error == http::error::end_of_stream) return "the connection was closed without an answer";
  if (error == http::error::partial_message) return "the connection was closed in the middle of the answer";
  return error.message();
}

// Sends and reads until the final answer; what an interim one (100, 103) says is of no use here.
Task<error_code> converse(Socket& socket, const http::request<http::string_body>& request,
                          std::size_t max_body_bytes, http::response<http::string_body>& response) {
  error_code error;
  co_await http::async_write(socket, request, asio::redirect_error(asio::use_awaitable, error));
  // A server may answer and close before it has read all; the answer says why.
  error_code write_error = error;
  beast::flat_buffer buffer;
  for (;;) {
    ResponseParser parser;
    parser.header_limit(kHeaderBytes);
    parser.body_limit(max_body_bytes);
    parser.skip(request.method() == http::verb::head);
    co_await http::async_read(socket, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return write_error ? write_error : error;
    unsigned status = parser.get().result_int();
    if (status >= 100 && status < 200 && status != 101) continue;
    response = parser.release();
    co_return error_code{};
  }
}

}  // namespace

Task<Result<HttpResponse>> fetch(FetchRequest request, Stop stop) {
  auto url = parse_plain_url(request.url, "http");
  if (!url) co_return std::unexpected(url.error());
  std::size_t max_body_bytes = request.max_body_bytes;
  std::string context = cat(request.method, " http://", url->host_header(), url->path());
  auto message = to_beast(std::move(request), *url);
  if (!message) co_return std::unexpected(message.error());
  auto socket = co_await connect_tcp(url->host, url->port, stop);
  if (!socket) co_return std::unexpected(std::move(socket.error()).in(context));

  Executor executor = co_await asio::this_coro::executor;
  StopTrigger trigger{executor, stop, [&socket] {
                        error_code ignored;
                        socket->close(ignored);
                      }};
  http::response<http::string_body> response;
  error_code error = co_await converse(*socket, *message, max_body_bytes, response);
  if (!error) co_return from_beast(std::move(response));
  if (stop.requested()) co_return std::unexpected(stop.error().in(context));
  co_return fail(ErrorCode::network_failed, cat(context, ": ", failure_text(error, max_body_bytes)));
}

}  // namespace oc::net
