#include "app/doctor.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "app/home.h"
#include "base/process.h"
#include "base/text.h"
#include "browser/browser_link.h"
#include "browser/browser_marker.h"
#include "browser/chrome_finder.h"
#include "json/write.h"
#include "net/http_server.h"
#include "store/posix_file_system.h"

namespace oc::app {
namespace {

using namespace std::chrono_literals;

constexpr auto kCheckTime = 5s;

Finding check_home(const Config& config) {
  store::PosixFileSystem files;
  Finding finding{.check = "home", .detail = config.home};
  if (auto made = prepare_home(files, config.home); !made) {
    return {"home", Verdict::fail, made.error().message,
            "Give --home DIR that you may write to, or set OPENCHROME_HOME."};
  }
  if (access(config.home.c_str(), W_OK | X_OK) != 0) {
    return {"home", Verdict::fail, cat(config.home, " is not writable"),
            "Correct its permissions, or give --home DIR."};
  }
  struct stat facts{};
  stat(config.home.c_str(), &facts);
  if ((facts.st_mode & 077) != 0) {
    return {"home", Verdict::warn, cat(config.home, " can be read by other users"),
            cat("chmod 700 ", config.home)};
  }
  return finding;
}

Finding check_disk(const Config& config) {
  struct statvfs facts{};
  if (statvfs(config.home.c_str(), &facts) != 0)
    return {"disk", Verdict::warn, cat("cannot tell: ", errno_text(errno))};
  std::uint64_t free_mb = facts.f_bavail * facts.f_frsize / (1024 * 1024);
  Finding finding{.check = "disk", .detail = cat(free_mb, " MB free")};
  if (free_mb < 500) {
    finding.verdict = free_mb < 50 ? Verdict::fail : Verdict::warn;
    finding.fix = "Free some space: profiles, outputs and downloads need it.";
  }
  return finding;
}

Task<Finding> check_browser(std::string chosen) {
  auto path = browser::find_chrome(browser::real_search(std::move(chosen)));
  if (!path) co_return Finding{"browser", Verdict::fail, path.error().message, path.error().hint};
  StopSource limit{Stop{}, std::chrono::steady_clock::now() + kCheckTime};
  auto version =
      co_await run_program({.command = {*path, "--version"}, .keep_stderr = false}, 4096, limit.stop());
  if (!version)
    co_return Finding{"browser", Verdict::fail, cat(*path, ": ", version.error().message),
                      "Start it by hand to see why, or give --chrome PATH."};
  if (version->status != 0) {
    co_return Finding{"browser", Verdict::fail, cat(*path, " --version ended with status ", version->status),
                      "Start it by hand to see why, or give --chrome PATH."};
  }
  co_return Finding{.check = "browser", .detail = cat(trim(version->output), " at ", *path)};
}

Finding check_sandbox() {
  if (geteuid() == 0) {
    return {"sandbox", Verdict::warn, "running as root: Chrome will be started with --no-sandbox",
            "Run openchrome as an ordinary user."};
  }
  std::ifstream setting{"/proc/sys/kernel/unprivileged_userns_clone"};
  int allowed = 1;
  if (setting >> allowed && allowed == 0) {
    return {"sandbox", Verdict::warn, "user namespaces are off: Chrome's sandbox may not start",
            "sysctl kernel.unprivileged_userns_clone=1"};
  }
  return {.check = "sandbox", .detail = "user namespaces are available"};
}

Task<Finding> check_loopback() {
  SystemClock clock;
  Logger quiet{[](std::string_view) {}, clock, LogLevel::off};
  auto server = net::HttpServer::listen(co_await asio::this_coro::executor, quiet, {}, nullptr, nullptr);
  if (!server)
    co_return Finding{"loopback", Verdict::fail, server.error().message, "Allow listening on 127.0.0.1."};
  co_await (*server)->close({});
  co_return Finding{.check = "loopback", .detail = "a port on 127.0.0.1 can be opened"};
}

Finding check_inotify() {
  std::ifstream setting{"/proc/sys/fs/inotify/max_user_instances"};
  int instances = 0;
  if (!(setting >> instances))
    return {"inotify", Verdict::warn, "not available: changes are noticed by polling"};
  if (instances < 64)
    return {"inotify", Verdict::warn, cat("only ", instances, " instances per user"),
            "sysctl fs.inotify.max_user_instances=512"};
  return {.check = "inotify", .detail = cat(instances, " instances per user")};
}

Finding check_orphans(const Config& config) {
  store::PosixFileSystem files;
  auto found = browser::read_markers(files, browser::marker_directory(config.home));
  if (!found) return {"orphans", Verdict::warn, found.error().message};
  if (found->orphans.empty())
    return {.check = "orphans", .detail = cat("none; ", found->served.size(), " browsers have their server")};
  std::string pids;
  for (const browser::BrowserMarker& orphan : found->orphans)
    pids += cat(pids.empty() ? "" : ", ", orphan.pid);
  return {"orphans", Verdict::warn, cat("browsers whose server is gone: ", pids),
          "openchrome call oc_reap_orphans, or just start the server: it ends them."};
}

Finding check_token(const Config& config) {
  struct stat facts{};
  if (stat(config.http_token_file.c_str(), &facts) != 0)
    return {.check = "token", .detail = "none yet; made when HTTP is first served"};
  if ((facts.st_mode & 077) != 0) {
    return {"token", Verdict::fail, cat(config.http_token_file, " can be read by other users"),
            cat("chmod 600 ", config.http_token_file)};
  }
  return {.check = "token", .detail = config.http_token_file};
}

std::string_view mark(Verdict verdict, bool coloured) {
  switch (verdict) {
    case Verdict::ok:
      return coloured ? "\x1b[32m✓\x1b[0m" : "✓";
    case Verdict::warn:
      return coloured ? "\x1b[33m!\x1b[0m" : "!";
    case Verdict::fail:
      return coloured ? "\x1b[31m✗\x1b[0m" : "✗";
  }
  return "";
}

}  // namespace

Task<std::vector<Finding>> examine(const Config& config) {
  std::vector<Finding> findings{{.check = "version", .detail = cat("openchrome ", OC_VERSION)}};
  findings.push_back(check_home(config));
  findings.push_back(check_disk(config));
  Finding browser = co_await check_browser(config.chrome);
  findings.push_back(std::move(browser));
  findings.push_back(check_sandbox());
  Finding loopback = co_await check_loopback();
  findings.push_back(std::move(loopback));
  findings.push_back(check_inotify());
  findings.push_back(check_token(config));
  findings.push_back(check_orphans(config));
  co_return findings;
}

std::string findings_text(const std::vector<Finding>& findings, bool coloured) {
  std::string out;
  for (const Finding& finding : findings) {
    std::string name = finding.check;
    name.resize(std::max<std::size_t>(name.size(), 10), ' ');
    out += cat(mark(finding.verdict, coloured), " ", name, " ", finding.detail, "\n");
    if (!finding.fix.empty()) out += cat("             fix: ", finding.fix, "\n");
  }
  return out;
}

json::object findings_json(const std::vector<Finding>& findings) {
  json::array checks;
  Verdict worst = Verdict::ok;
  for (const Finding& finding : findings) {
    worst = std::max(worst, finding.verdict);
    json::object check{
        {"check", finding.check}, {"verdict", word_of(finding.verdict)}, {"detail", finding.detail}};
    if (!finding.fix.empty()) check["fix"] = finding.fix;
    checks.push_back(std::move(check));
  }
  return {{"verdict", word_of(worst)}, {"checks", std::move(checks)}};
}

int run_doctor(const Config& config, bool as_json) {
  asio::io_context io{1};
  std::vector<Finding> findings;
  asio::co_spawn(io, examine(config), [&](std::exception_ptr failure, std::vector<Finding> found) {
    findings = std::move(found);
    if (failure) findings.push_back({"doctor", Verdict::fail, "a check ended by an exception"});
    io.stop();
  });
  io.run();
  std::string text = as_json ? json::write_pretty(findings_json(findings)) + "\n"
                             : findings_text(findings, isatty(STDOUT_FILENO) != 0);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return std::ranges::any_of(findings,
                             [](const Finding& finding) { return finding.verdict == Verdict::fail; })
             ? 1
             : 0;
}

}  // namespace oc::app
