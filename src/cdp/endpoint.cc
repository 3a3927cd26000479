#include "cdp/endpoint.h"

#include <array>
#include <charconv>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "json/json.h"
#include "json/parse.h"
#include "net/http_client.h"

namespace oc::cdp {
namespace {

// Below the user's configuration directory.
constexpr std::array<std::string_view, 6> kProfiles{"google-chrome",          "google-chrome-beta",
                                                    "google-chrome-unstable", "chromium",
                                                    "microsoft-edge",         "BraveSoftware/Brave-Browser"};

Error unavailable(std::string message) {
  return {ErrorCode::browser_unavailable, std::move(message),
          "Start Chrome with --remote-debugging-port=9222, then attach to http://127.0.0.1:9222."};
}

Task<Result<std::string>> ask_browser(std::string base, Stop stop) {
  while (base.ends_with('/')) base.pop_back();
  auto response = co_await net::fetch({.url = cat(base, "/json/version"), .max_body_bytes = 64 * 1024}, stop);
  if (!response && response.error().code == ErrorCode::network_failed) {
    co_return std::unexpected(unavailable(cat("no browser answers at ", base)));
  }
  if (!response) co_return std::unexpected(std::move(response).error());
  auto parsed = json::parse(response->body);
  auto url = parsed && parsed->is_object() ? json::find_string(parsed->get_object(), "webSocketDebuggerUrl")
                                           : std::nullopt;
  if (!url) co_return std::unexpected(unavailable(cat("what answers at ", base, " is not a browser")));
  co_return std::string{*url};
}

std::optional<std::string> in_profiles(const EndpointSearch& search) {
  auto home = search.environment("HOME");
  std::string config = search.environment("XDG_CONFIG_HOME").value_or(home ? cat(*home, "/.config") : "");
  if (config.empty()) return std::nullopt;
  for (std::string_view profile : kProfiles) {
    auto text = search.read_file(cat(config, "/", profile, "/DevToolsActivePort"));
    if (auto url = text ? endpoint_of_port_file(*text) : std::nullopt) return url;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> endpoint_of_port_file(std::string_view text) {
  auto lines = split(text, '\n');
  std::uint16_t port = 0;
  std::string_view number = trim(lines[0]);
  auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), port);
  if (error != std::errc{} || end != number.data() + number.size() || port == 0 || lines.size() < 2)
    return std::nullopt;
  std::string_view path = trim(lines[1]);
  if (!path.starts_with("/devtools/browser")) return std::nullopt;
  return cat("ws://127.0.0.1:", port, path);
}

EndpointSearch real_endpoint_search() {
  return {.environment = process_environment(),
          .read_file = [](const std::string& path) -> std::optional<std::string> {
            std::ifstream file{path};
            if (!file) return std::nullopt;
            std::ostringstream text;
            text << file.rdbuf();
            return text.str();
          }};
}

Task<Result<std::string>> find_endpoint(std::string target, EndpointSearch search, Stop stop) {
  if (target.starts_with("ws://")) co_return target;
  if (target.starts_with("http://")) co_return co_await ask_browser(std::move(target), stop);
  if (target == "auto") {
    if (auto url = in_profiles(search)) co_return *url;
    co_return std::unexpected(unavailable("no running browser with remote debugging was found"));
  }
  co_return fail(ErrorCode::invalid_arguments, cat("'", target, "' is not an address to attach to"),
                 "Give http://127.0.0.1:9222, ws://…, or auto.");
}

}  // namespace oc::cdp
