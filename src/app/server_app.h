// ServerApp: the composition root. Builds every part, passes references, and takes it all down in reverse.
#pragma once
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/config.h"
#include "base/log.h"
#include "base/result.h"
#include "base/task.h"
#include "mcp/prompt.h"
#include "mcp/resource.h"
#include "mcp/subscription_hub.h"
#include "tool/catalog.h"
#include "tool/services.h"

namespace oc::dispatch {
class Dispatcher;
}
namespace oc::journal {
class Journal;
}
namespace oc::outputs {
class OutputStore;
}
namespace oc::mcp {
class Server;
}

namespace oc::app {

// What resources are made of.
struct ResourceSources {
  const tool::Catalog& catalog;
  journal::Journal& journal;
  outputs::OutputStore& outputs;
};

using ResourceProviders = std::vector<std::unique_ptr<mcp::ResourceProvider>>;

// What a server offers. The product has one set; the conformance server another.
struct Features {
  std::vector<const tool::Tool*> tools;
  mcp::PromptSet prompts = {};
  std::function<ResourceProviders(const ResourceSources&)> resources = {};
  mcp::ListChanges changes = {};
};

// The descriptors of a stdio conversation; -1 when there is none.
struct StdioDescriptors {
  int in = -1;
  int out = -1;
};

class ServerApp {
 public:
  ServerApp(asio::io_context& io, const Config& config, Logger& log, Features features);
  ServerApp(const ServerApp&) = delete;
  ServerApp& operator=(const ServerApp&) = delete;
  ~ServerApp();

  // Serves over the configured transports until the input ends, a signal, the parent's death or oc_stop.
  // Gives the exit code: 0, or 3 when a transport could not be opened.
  Task<int> serve(StdioDescriptors stdio);
  // Flushes what is buffered; for users of the parts who do not serve().
  Task<void> close();
  // Called when the server begins to end.
  void on_shutdown(std::function<void()> callback);
  // Has everything that was started ended? If not, something ignored its stop: the process should end without
  // waiting.
  bool is_idle() const;

  const tool::Catalog& catalog() const;
  dispatch::Dispatcher& dispatcher();
  mcp::Server& protocol();
  mcp::SubscriptionHub& hub();
  Nursery& nursery();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace oc::app
