#include "app/bridge_setup.h"

#include <unistd.h>

#include "base/process.h"
#include "base/text.h"
#include "journal/journal.h"
#include "json/write.h"
#include "outputs/output_store.h"
#include "page/sanitizer.h"
#include "store/atomic_file.h"

namespace oc::app {

std::string extension_token_file(const std::string& home) {
  return cat(home, "/extension-token");
}

std::string bridge_server_file(const std::string& home) {
  return cat(home, "/bridge/server.json");
}

Result<void> announce_bridge(store::FileSystem& files, const std::string& home, std::uint16_t port) {
  json::object here{
      {"port", port}, {"pid", getpid()}, {"process_start", process_start_ticks(getpid()).value_or(0)}};
  std::string path = bridge_server_file(home);
  OC_TRY(files.make_directories(store::parent_of(path)));
  return store::write_atomically(files, path, json::write(here));
}

void connect_bridge(const tool::Services& services, dispatch::CommandRunner& runner) {
  services.bridge.run_here_with([&runner](bridge::Command command, Stop stop) {
    return runner.run(std::move(command), std::move(stop));
  });
  services.bridge.store_with([&services](json::value result) -> Task<Result<json::value>> {
    auto kept = co_await services.outputs.keep(
        {.payload = json::write(result), .mime_type = "application/json", .source_tool = "interact"});
    if (!kept) co_return std::unexpected(std::move(kept).error());
    // An extension reports in its own time: there is no call that it belongs to.
    services.journal.append(
        journal::JournalEvent::output_handle_created({.ts_ms = services.clock.now_ms(),
                                                      .handle = kept->record.output_handle,
                                                      .source_tool = kept->record.source_tool,
                                                      .size_bytes = kept->record.size_bytes,
                                                      .mime_type = kept->record.mime_type}));
    co_return json::value(std::move(kept->descriptor));
  });
  services.bridge.judge_with(
      [&services](std::string_view url) { return services.browser.policy().check_navigation(url); });
  if (!services.pages.sanitize) return;
  services.bridge.clean_with([](json::value& result) {
    page::SanitizeCounts counts;
    page::sanitize(result, counts);
  });
}

void add_bridge_routes(transport::HttpFront& front, bridge::BridgeRoutes& routes) {
  using Access = transport::HttpFront::Access;
  front.route("/pending-queries", Access::extension, {"GET"},
              [&routes](net::HttpExchange& exchange) { return routes.pending_queries(exchange); });
  front.route("/query-result", Access::extension, {"POST"},
              [&routes](net::HttpExchange& exchange) { return routes.query_result(exchange); });
  front.route("/bridge/hello", Access::extension, {"POST"},
              [&routes](net::HttpExchange& exchange) { return routes.hello(exchange); });
  front.route("/bridge/proof", Access::extension_socket, {"GET"},
              [&routes](net::HttpExchange& exchange) { return routes.proof(exchange); });
  front.route("/bridge/status", Access::extension, {"GET"},
              [&routes](net::HttpExchange& exchange) { return routes.status(exchange); });
  front.route("/bridge", Access::extension_socket, {"GET"},
              [&routes](net::HttpExchange& exchange) { return routes.socket(exchange); });
  front.require_json("/query-result");
  front.require_json("/bridge/hello");
}

}  // namespace oc::app
