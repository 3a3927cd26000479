// HttpFixture: an HttpServer on 127.0.0.1 and a loop to run it, for tests.
#pragma once
#include <functional>
#include <memory>

#include "base/testing/run_loop.h"
#include "net/http_server.h"
#include "net/testing/raw_client.h"

namespace oc::net::testing_support {

class HttpFixture {
 public:
  explicit HttpFixture(HttpHandler handle, HttpLimits limits = {}, HeadCheck check_head = {}) {
    server = HttpServer::listen(loop.executor(), loop.log, {.limits = limits}, std::move(check_head),
                                std::move(handle))
                 .value();
  }

  // Runs the test's side; a coroutine function without captures, or one that outlives the call.
  void run(const std::function<Task<void>(HttpFixture&)>& script) { loop.run(script(*this)); }

  Task<RawClient> client() {
    RawClient out{loop.executor()};
    co_await out.connect(server->port());
    co_return out;
  }

  oc::testing_support::Loop loop;
  std::unique_ptr<HttpServer> server;
};

}  // namespace oc::net::testing_support
