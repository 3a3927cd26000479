// fetch(): one HTTP/1.1 request over plain TCP, bounded in size and by its stop.
#pragma once
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "net/http_message.h"

namespace oc::net {

struct FetchRequest {
  std::string url;  // http://host[:port]/path?query
  std::string method = "GET";
  Headers headers = {};
  std::string body = {};
  std::size_t max_body_bytes = 16 * 1024 * 1024;
};

// Fails with network_failed, timeout, cancelled or invalid_arguments (a URL that is none). Follows no
// redirects.
Task<Result<HttpResponse>> fetch(FetchRequest request, Stop stop);

}  // namespace oc::net
