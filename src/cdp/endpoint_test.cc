#include "cdp/endpoint.h"

#include <gtest/gtest.h>

#include <map>

#include "base/testing/run_loop.h"
#include "base/text.h"
#include "net/http_server.h"

namespace oc::cdp {
namespace {

struct EndpointTest : testing::Test {
  testing_support::Loop loop;
  std::map<std::string, std::string, std::less<>> variables{{"HOME", "/home/ada"}};
  std::map<std::string, std::string> files;
  std::string version_body;

  Result<std::string> find(std::string target) {
    EndpointSearch search{.environment = [this](std::string_view name) -> std::optional<std::string> {
                            auto found = variables.find(name);
                            return found == variables.end() ? std::nullopt : std::optional{found->second};
                          },
                          .read_file = [this](const std::string& path) -> std::optional<std::string> {
                            auto found = files.find(path);
                            return found == files.end() ? std::nullopt : std::optional{found->second};
                          }};
    return loop.run(find_endpoint(std::move(target), std::move(search), {}));
  }
};

Task<void> answer(net::HttpExchange& exchange, const std::string& body) {
  exchange.respond(net::HttpResponse::json(exchange.request().path == "/json/version" ? 200 : 404, body));
  co_return;
}

TEST_F(EndpointTest, AWebSocketAddressIsTakenAsItIs) {
  EXPECT_EQ(*find("ws://h:1/x"), "ws://h:1/x");
}

TEST_F(EndpointTest, AnHttpAddressIsAsked) {
  auto server =
      net::HttpServer::listen(loop.executor(), loop.log, {}, nullptr,
                              [this](net::HttpExchange& exchange) { return answer(exchange, version_body); });
  ASSERT_TRUE(server);
  std::string base = cat("http://127.0.0.1:", (*server)->port());
  version_body = R"({"webSocketDebuggerUrl":"ws://127.0.0.1:1/devtools/browser/a"})";
  EXPECT_EQ(*find(base), "ws://127.0.0.1:1/devtools/browser/a");
  EXPECT_EQ(*find(base + "/"), "ws://127.0.0.1:1/devtools/browser/a");
  version_body = "<html>";
  EXPECT_EQ(find(base).error().code, ErrorCode::browser_unavailable);
  loop.run((*server)->close({}));
  EXPECT_EQ(find(base).error().code, ErrorCode::browser_unavailable);
}

TEST_F(EndpointTest, AutoReadsTheProfiles) {
  EXPECT_EQ(find("auto").error().code, ErrorCode::browser_unavailable);
  files["/home/ada/.config/chromium/DevToolsActivePort"] = "9333\n/devtools/browser/abc\n";
  EXPECT_EQ(*find("auto"), "ws://127.0.0.1:9333/devtools/browser/abc");
  variables["XDG_CONFIG_HOME"] = "/elsewhere";
  EXPECT_FALSE(find("auto"));
}

TEST_F(EndpointTest, PortFilesAreReadStrictly) {
  for (std::string_view text : {"", "9222", "x\n/devtools/browser/a", "0\n/devtools/browser/a",
                                "99999\n/devtools/browser/a", "9222\n/evil"}) {
    EXPECT_FALSE(endpoint_of_port_file(text)) << text;
  }
}

TEST_F(EndpointTest, AnythingElseIsRefused) {
  EXPECT_EQ(find("chrome").error().code, ErrorCode::invalid_arguments);
}

}  // namespace
}  // namespace oc::cdp
