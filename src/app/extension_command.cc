// Tested by: tests/extension/commands_test.mjs
#include "app/extension_command.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>

#include "app/bridge_setup.h"
#include "app/embedded_file.h"
#include "app/home.h"
#include "base/process.h"
#include "base/text.h"
#include "base/time_format.h"
#include "json/parse.h"
#include "json/write.h"
#include "net/http_client.h"
#include "store/atomic_file.h"
#include "store/posix_file_system.h"

namespace oc::app {
namespace {

constexpr int kFailed = 1;

// A server that an extension can reach, as the last one to start has told.
struct RunningServer {
  std::int64_t port = 0;
};

std::optional<RunningServer> find_server(store::FileSystem& files, const std::string& home) {
  auto text = files.read(bridge_server_file(home));
  if (!text || !*text) return std::nullopt;
  auto told = json::parse(**text);
  const json::object* members = told ? told->if_object() : nullptr;
  if (!members) return std::nullopt;
  auto number = [&](std::string_view name) { return json::find_integer(*members, name).value_or(0); };
  if (!is_running(number("pid"), number("process_start"))) return std::nullopt;
  return RunningServer{.port = number("port")};
}

Task<Result<json::object>> ask_status(RunningServer server, std::string token, Stop stop) {
  auto response = co_await net::fetch({.url = cat("http://127.0.0.1:", server.port, "/bridge/status"),
                                       .headers = {{"Authorization", cat("Bearer ", token)}}},
                                      stop);
  if (!response) co_return std::unexpected(std::move(response).error());
  auto body = json::parse(response->body);
  if (response->status != 200 || !body || !body->is_object())
    co_return fail(ErrorCode::network_failed, cat("the server answered ", response->status));
  co_return std::move(body->get_object());
}

Result<json::object> status_now(const RunningServer& server, const std::string& token) {
  asio::io_context io{1};
  std::optional<Result<json::object>> out;
  StopSource limited{Stop{}, std::chrono::steady_clock::now() + std::chrono::seconds{3}};
  asio::co_spawn(io, ask_status(server, token, limited.stop()),
                 [&](const std::exception_ptr&, Result<json::object> told) { out = std::move(told); });
  io.run();
  return out ? std::move(*out) : fail(ErrorCode::internal, "no answer");
}

std::string how_to_pair(const std::string& folder, const std::optional<RunningServer>& server,
                        const std::string& token) {
  std::string out =
      cat("1. In Chrome, open chrome://extensions, switch on \"Developer mode\", press \"Load unpacked\"\n"
          "   and choose ",
          folder, "\n");
  if (!server) {
    out +=
        "2. Start a server that the extension can reach, for instance\n"
        "     openchrome serve --transport both --http 8765\n"
        "   and run this command again: it then prints the pairing code.\n";
    return out;
  }
  out += cat(
      "2. Press the icon of openchrome in the toolbar, and enter this pairing code:\n\n     ", server->port,
      ":", token,
      "\n\n"
      "3. On the tab that the agent may use, press the icon again and then \"Let the agent use this tab\".\n"
      "Whoever has the code can use that tab. Keep it to yourself.\n");
  return out;
}

std::string status_text(const RunningServer& server, const json::object& told) {
  bool is_connected = json::find_bool(told, "connected").value_or(false);
  std::string out = cat("server: port ", server.port, "\nextension: ",
                        is_connected ? cat("connected, version ", json::text_of(told, "extension_version"))
                                     : std::string{"not connected"},
                        "\n");
  std::int64_t seen = json::find_integer(told, "last_seen_at").value_or(0);
  if (!is_connected && seen > 0) out += cat("last seen: ", iso8601(seen), "\n");
  return out += cat("unfinished commands: ", json::find_integer(told, "unfinished").value_or(0), "\n");
}

int complain(const Error& error) {
  std::fputs(cat("openchrome: ", error.message, "\n").c_str(), stderr);
  return kFailed;
}

int print(const std::string& text) {
  return std::fputs(text.c_str(), stdout) < 0 ? kFailed : 0;
}

}  // namespace

Result<std::string> unpack_extension(store::FileSystem& files, const std::string& home) {
  std::string folder = cat(home, "/extension");
  for (const EmbeddedFile& file : extension_files()) {
    std::string path = cat(folder, "/", file.path);
    auto there = files.read(path);
    if (there && *there && **there == file.bytes) continue;
    OC_TRY(files.make_directories(store::parent_of(path)));
    OC_TRY(store::write_atomically(files, path, file.bytes));
  }
  return folder;
}

int run_extension(const Config& config, Logger&, const ExtensionRequest& request) {
  store::PosixFileSystem files;
  if (auto made = prepare_home(files, config.home); !made) return complain(made.error());
  auto folder = unpack_extension(files, config.home);
  if (!folder) return complain(folder.error());
  if (request.action == ExtensionAction::path) return print(cat(*folder, "\n"));
  auto token = load_or_make_token(files, extension_token_file(config.home));
  if (!token) return complain(token.error());
  if (request.print_token) return print(cat(*token, "\n"));
  auto server = find_server(files, config.home);
  if (request.action == ExtensionAction::pair) return print(how_to_pair(*folder, server, *token));
  if (!server) {
    std::fputs("openchrome: no server runs that an extension can reach\n", stderr);
    return kFailed;
  }
  auto told = status_now(*server, *token);
  if (!told) return complain(told.error());
  return print(request.json ? cat(json::write(*told), "\n") : status_text(*server, *told));
}

}  // namespace oc::app
