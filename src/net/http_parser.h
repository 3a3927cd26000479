// HttpParser: one HTTP/1 request out of bytes that arrive in any pieces. No I/O, no time: whoever feeds it
// decides how long to wait. Stops between head and body, so that a request can be refused before its body is
// waited for.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "net/http_message.h"

namespace oc::net {

class HttpParser {
 public:
  enum class Stage : std::uint8_t { head, body, done, failed };

  struct Limits {
    std::size_t header_bytes = std::size_t{32} * 1024;
    std::size_t body_bytes = std::size_t{16} * 1024 * 1024;
  };

  struct Failure {
    int status = 400;  // to answer with; the connection cannot be used any further
    std::string_view reason;
  };

  explicit HttpParser(Limits limits);
  HttpParser(HttpParser&&) noexcept;
  HttpParser& operator=(HttpParser&&) noexcept;
  ~HttpParser();

  // Takes all bytes and goes on to the end of the current stage at most: when the head is complete, the body
  // is looked at by the next call, which may bring no new bytes.
  Stage feed(std::string_view bytes);
  Stage stage() const;

  // REQUIRES: stage failed.
  const Failure& failure() const;
  // The head from stage body on, with its body when done. REQUIRES: stage body or done.
  HttpRequest& request();
  // Bytes that were fed beyond the part parsed so far: the start of the next request when done.
  std::string take_rest();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace oc::net
