// openchrome-conformance: the same server as openchrome with the fixtures of the official conformance suite
// instead of the product's tools. For tests only: no token, loopback only, files in a temporary directory.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <charconv>
#include <filesystem>
#include <iostream>

#include "app/server_app.h"
#include "fixture_prompts.h"
#include "fixture_resources.h"
#include "fixture_tools.h"

namespace oc::conformance {
namespace {

constexpr int kExitUsage = 2;

class TemporaryHome {
 public:
  TemporaryHome()
      : path_((std::filesystem::temp_directory_path() / "openchrome-conformance-XXXXXX").string()) {
    if (!mkdtemp(path_.data()))
      throw std::filesystem::filesystem_error(path_, std::error_code(errno, std::generic_category()));
  }
  TemporaryHome(const TemporaryHome&) = delete;
  TemporaryHome& operator=(const TemporaryHome&) = delete;
  ~TemporaryHome() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::optional<app::Config> read_arguments(std::span<char*> arguments) {
  app::Config config;
  config.transport = app::TransportChoice::http;
  config.allow_unauthenticated_http = true;
  config.task_grace_ms = 0;
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) {
    std::string_view flag = arguments[i];
    std::string_view value = arguments[i + 1];
    if (flag == "--http") {
      auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), config.http);
      if (error != std::errc{} || end != value.data() + value.size()) return std::nullopt;
    } else if (flag == "--home") {
      config.home = value;
    } else if (flag == "--log-level") {
      auto level = from_word<LogLevel>(value);
      if (!level) return std::nullopt;
      config.log_level = *level;
    } else {
      return std::nullopt;
    }
  }
  bool complete = arguments.size() % 2 == 0 && config.http >= 0 && config.http <= 65'535;
  return complete ? std::optional{config} : std::nullopt;
}

app::Features fixtures() {
  auto resources = [](const app::ResourceSources&) {
    app::ResourceProviders providers;
    providers.push_back(fixture_resources());
    return providers;
  };
  return {.tools = fixture_tools(),
          .prompts = fixture_prompts(),
          .resources = resources,
          .changes = {.tools = true, .prompts = true, .resources = true}};
}

int run(app::Config config) {
  TemporaryHome temporary;
  if (config.home.empty()) config.home = temporary.path();
  config.task_root = cat(config.home, "/tasks");
  SystemClock clock;
  Logger log{[](std::string_view line) { (void)!write(STDERR_FILENO, line.data(), line.size()); }, clock,
             config.log_level};
  asio::io_context io{1};
  app::ServerApp app{io, config, log, fixtures()};
  set_hub(&app.hub());
  int exit_code = 1;
  asio::co_spawn(io, app.serve({}), [&](std::exception_ptr defect, int code) {
    if (defect) std::rethrow_exception(defect);
    exit_code = code;
    io.stop();
  });
  io.run();
  return exit_code;
}

}  // namespace
}  // namespace oc::conformance

int main(int count, char** arguments) {
  signal(SIGPIPE, SIG_IGN);
  auto config =
      oc::conformance::read_arguments(std::span{arguments + 1, static_cast<std::size_t>(count - 1)});
  if (!config) {
    std::cerr << "usage: openchrome-conformance --http PORT [--log-level LEVEL]\n";
    return oc::conformance::kExitUsage;
  }
  return oc::conformance::run(std::move(*config));
}
