// Beast's request parser, fed so that its limits hold and its preconditions are met.
#include "net/http_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <limits>

#include "base/text.h"

namespace oc::net {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

// Beast asserts that a last chunk it has seen once has five bytes when it is shown again. No chunked body
// ends with fewer ("0\r\n\r\n"), so waiting for five loses nothing.
constexpr std::size_t kSmallestChunkedEnd = 5;

std::string_view view(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

bool is_token_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view{"!#$%&'*+-.^_`|~"}.find(c) != std::string_view::npos;
}

// "HTTP/2.0" and the like: well-formed, and not ours.
bool ends_with_other_version(std::string_view line) {
  if (line.size() < 9) return false;
  std::string_view version = line.substr(line.size() - 9);
  auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (version == " HTTP/1.1" || version == " HTTP/1.0") return false;
  return version.starts_with(" HTTP/") && is_digit(version[6]) && version[7] == '.' && is_digit(version[8]);
}

}  // namespace

struct HttpParser::Impl {
  explicit Impl(Limits bounds) : limits(bounds) {
    parser.eager(true);
    // Set when the head is complete: who may ask is decided before how much.
    parser.body_limit(boost::none);
    // Ours is enforced in find_head_end(): Beast counts anew after every field it was shown.
    parser.header_limit(std::numeric_limits<std::uint32_t>::max());
  }

  Limits limits;
  http::request_parser<http::string_body> parser;
  Stage stage = Stage::head;
  Failure failure;
  HttpRequest request;
  std::string pending;  // fed and not parsed yet
  std::size_t scanned = 0;
  std::size_t head_bytes = 0;  // of the request line, once parsed
  bool line_parsed = false;
  bool chunked = false;
  bool too_large = false;  // by its own account

  void fail(int status, std::string_view reason) {
    stage = Stage::failed;
    failure = {status, reason};
    pending.clear();
  }

  void fail(const error_code& error) {
    if (error == http::error::body_limit) return fail(413, "the body is too large");
    if (error == http::error::header_limit) return fail(431, "the header fields are too large");
    fail(400,
         stage == Stage::head ? "the request is not HTTP/1.1" : "the body is not encoded as its header says");
  }

  // Shows Beast the first `count` pending bytes. False when the request has failed.
  bool put(std::size_t count) {
    error_code error;
    std::size_t used = parser.put(asio::buffer(pending.data(), count), error);
    pending.erase(0, used);
    if (!error || error == http::error::need_more) return true;
    fail(error);
    return false;
  }

  void parse_head() {
    // RFC 9112, 2.2: an empty line before the request line is to be ignored.
    if (scanned == 0 && !line_parsed) {
      std::size_t first = std::min(pending.find_first_not_of("\r\n"), pending.size());
      pending.erase(0, first);
      if (pending.empty()) return;
      // Not worth the wait for a line end: most likely TLS.
      if (!is_token_character(pending.front())) return fail(400, "the request line is malformed");
    }
    while (stage == Stage::head) {
      std::size_t line_feed = pending.find('\n', scanned);
      std::size_t end = line_feed == std::string::npos ? pending.size() : line_feed + 1;
      if (head_bytes + end > limits.header_bytes) return fail(431, "the header fields are too large");
      if (line_feed == std::string::npos) {
        scanned = pending.size();
        return;
      }
      if (line_feed == 0 || pending[line_feed - 1] != '\r')
        return fail(400, "a header line must end with CR LF");
      take_line(end);
    }
  }

  // The line that ends at `end` is complete. Beast sees the request line at once, the fields together.
  void take_line(std::size_t end) {
    if (!line_parsed) {
      std::string line = pending.substr(0, end - 2);
      line_parsed = true;
      head_bytes = end;
      if (!put(end)) {
        if (ends_with_other_version(line)) fail(505, "the HTTP version is not supported");
        return;
      }
      scanned = 0;
      return;
    }
    bool is_blank = end == 2 || (end >= 4 && pending.compare(end - 4, 2, "\r\n") == 0);
    scanned = end;
    if (!is_blank) return;
    if (!put(end)) return;
    scanned = 0;
    if (!parser.is_header_done()) return fail(400, "the header fields are malformed");
    finish_head();
  }

  void finish_head() {
    const auto& message = parser.get();
    request.method = view(message.method_string());
    request.target = view(message.target());
    request.version = static_cast<int>(message.version());
    request.keep_alive = parser.keep_alive();
    for (const auto& field : message) request.headers.add(view(field.name_string()), view(field.value()));
    std::size_t question = std::min(request.target.find('?'), request.target.size());
    request.path = request.target.substr(0, question);
    if (question < request.target.size()) request.query = request.target.substr(question + 1);

    if (!request.target.starts_with('/') && request.target != "*")
      return fail(400, "the target must be a path");
    std::size_t hosts = request.headers.count("Host");
    if (hosts > 1 || (hosts == 0 && request.version == 11)) return fail(400, "one Host header is needed");
    if (auto coding = request.headers.find("Transfer-Encoding")) {
      // Anything that two readers could take for different bodies is how requests are smuggled.
      if (request.version != 11) return fail(400, "HTTP/1.0 knows no Transfer-Encoding");
      if (!equals_ignoring_case(*coding, "chunked") || !parser.chunked()) {
        return fail(501, "the transfer coding is not supported");
      }
      chunked = true;
    }
    parser.body_limit(limits.body_bytes);
    auto length = parser.content_length();
    too_large = length && *length > limits.body_bytes;
    stage = parser.is_done() ? Stage::done : Stage::body;
  }

  void parse_body() {
    if (too_large) return fail(413, "the body is too large");
    if (pending.empty() || (chunked && pending.size() < kSmallestChunkedEnd)) return;
    if (!put(pending.size())) return;
    if (parser.is_done()) {
      request.body = std::move(parser.get().body());
      stage = Stage::done;
    } else if (pending.size() > limits.header_bytes) {
      fail(431, "a chunk header or the trailer is too large");
    }
  }
};

HttpParser::HttpParser(Limits limits) : impl_(std::make_unique<Impl>(limits)) {}
HttpParser::HttpParser(HttpParser&&) noexcept = default;
HttpParser& HttpParser::operator=(HttpParser&&) noexcept = default;
HttpParser::~HttpParser() = default;

HttpParser::Stage HttpParser::feed(std::string_view bytes) {
  Impl& self = *impl_;
  if (self.stage == Stage::failed) return Stage::failed;
  self.pending += bytes;
  if (self.stage == Stage::head) {
    self.parse_head();
  } else if (self.stage == Stage::body) {
    self.parse_body();
  }
  return self.stage;
}

HttpParser::Stage HttpParser::stage() const {
  return impl_->stage;
}
const HttpParser::Failure& HttpParser::failure() const {
  return impl_->failure;
}
HttpRequest& HttpParser::request() {
  return impl_->request;
}
std::string HttpParser::take_rest() {
  return std::exchange(impl_->pending, {});
}

}  // namespace oc::net
