// The small shop that `openchrome demo` shows: pages on a port of its own, on loopback.
#pragma once
#include <memory>
#include <string>

#include "base/log.h"
#include "base/result.h"
#include "base/task.h"

namespace oc::net {
class HttpServer;
}

namespace oc::app {

class DemoSite {
 public:
  static Result<DemoSite> open(const Executor& executor, Logger& log);
  DemoSite(DemoSite&&) noexcept;
  ~DemoSite();

  std::string url(std::string_view path) const;
  Task<void> close();

 private:
  explicit DemoSite(std::unique_ptr<net::HttpServer> server);
  std::unique_ptr<net::HttpServer> server_;
};

// The page at a path; empty when there is none.
std::string_view demo_page(std::string_view path);

}  // namespace oc::app
