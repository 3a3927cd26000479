#include "browser/browser_link.h"

#include <unistd.h>

#include "browser/chrome_finder.h"
#include "browser/launcher.h"
#include "cdp/endpoint.h"
#include "cdp/websocket_wire.h"

namespace oc::browser {
namespace {

using namespace std::chrono_literals;

// Chrome makes it for the first service worker of a profile.
constexpr std::string_view kWorkers = "Default/Service Worker";
constexpr int kMostProfiles = 64;

Stop at_most(std::chrono::milliseconds time, const Stop& stop) {
  return StopSource{stop, std::chrono::steady_clock::now() + time}.stop();
}

// Left by a Chrome that was killed; it would take the next one for a second window of the same.
constexpr std::string_view kSingletons[] = {"SingletonLock", "SingletonCookie", "SingletonSocket"};

}  // namespace

std::string marker_directory(const std::string& home) {
  return store::path_in(home, "browsers");
}

Task<Result<std::unique_ptr<BrowserLink>>> BrowserLink::open(LinkParts parts, LinkOptions options,
                                                             Stop stop) {
  std::unique_ptr<BrowserLink> link{new BrowserLink(parts)};
  if (options.attach.empty()) {
    OC_CO_TRY(co_await link->start(options, stop));
  } else {
    OC_CO_TRY(co_await link->attach(options, stop));
  }
  co_return link;
}

Task<Result<std::unique_ptr<BrowserLink>>> BrowserLink::over(LinkParts parts, std::unique_ptr<cdp::Wire> wire,
                                                             bool attached, Stop stop) {
  std::unique_ptr<BrowserLink> link{new BrowserLink(parts)};
  link->attached_ = attached;
  link->connection_ = std::make_unique<cdp::Connection>(std::move(wire), parts.nursery, parts.pool, parts.log,
                                                        cdp::Connection::Options{});
  OC_CO_TRY(co_await link->first_contact(stop));
  co_return link;
}

Task<Result<void>> BrowserLink::attach(const LinkOptions& options, Stop stop) {
  attached_ = true;
  auto url = co_await cdp::find_endpoint(options.attach, cdp::real_endpoint_search(), stop);
  if (!url) co_return std::unexpected(std::move(url).error());
  auto wire = co_await cdp::WebSocketWire::connect(*url, stop);
  if (!wire) co_return std::unexpected(std::move(wire).error());
  connection_ = std::make_unique<cdp::Connection>(std::move(*wire), parts_.nursery, parts_.pool, parts_.log,
                                                  cdp::Connection::Options{.trace = options.trace});
  co_return co_await first_contact(stop);
}

Task<Result<void>> BrowserLink::start(LinkOptions options, Stop stop) {
  auto program = find_chrome(real_search(options.chrome));
  if (!program) co_return std::unexpected(std::move(program).error());
  markers_ = marker_directory(options.home);
  // A browser whose server was killed may still be on its way out, and would hold the profile.
  (void)co_await reap_orphans(parts_.files, markers_, at_most(3s, stop));
  OC_CO_TRY(take_profile(options.home));

  bool as_root = geteuid() == 0;
  if (as_root) parts_.log.warn("browser", "running as root: Chrome starts without its sandbox");
  auto started = co_await start_program(options, *program, as_root, stop);
  if (!started && started.error().code == ErrorCode::unsupported) {
    parts_.log.warn("browser", started.error().message, "; it is started again and spoken to in JSON");
    options.codec = cdp::Codec::json;
    co_await close(stop);
    started = co_await start_program(options, *program, as_root, stop);
  }
  if (!started && !as_root && !stop.requested()) {
    parts_.log.warn("browser", "Chrome did not start (", started.error().message,
                    "); trying without its sandbox. openchrome doctor says more.");
    started = co_await start_program(options, *program, true, stop);
  }
  co_return started;
}

Result<void> BrowserLink::take_profile(const std::string& home) {
  std::string profiles = store::path_in(home, "profiles");
  OC_TRY(parts_.files.make_directories(profiles));
  for (int number = 1; number <= kMostProfiles; ++number) {
    std::string name = number == 1 ? "default" : cat("default-", number);
    auto lock = parts_.files.try_lock(store::path_in(profiles, name + ".lock"));
    if (!lock) return std::unexpected(std::move(lock).error());
    if (!*lock) continue;  // another server's browser uses it
    profile_lock_ = **lock;
    profile_ = store::path_in(profiles, name);
    OC_TRY(parts_.files.make_directories(profile_));
    has_old_workers_ = parts_.files.exists(store::path_in(profile_, kWorkers)).value_or(true);
    return {};
  }
  return fail(ErrorCode::browser_unavailable, "too many browsers of this home directory are running",
              "End other openchrome servers, or use another OPENCHROME_HOME.");
}

Task<Result<void>> BrowserLink::start_program(const LinkOptions& options, std::string program,
                                              bool no_sandbox, Stop stop) {
  connection_.reset();
  if (process_) remove_marker(parts_.files, markers_, process_->pid());
  process_.reset();
  for (std::string_view leftover : kSingletons) unlink(store::path_in(profile_, leftover).c_str());
  auto launched = launch({.program = program,
                          .profile = profile_,
                          .headless = options.headless,
                          .no_sandbox = no_sandbox,
                          .width = options.width,
                          .height = options.height,
                          .resolver_rules = options.resolver_rules,
                          .codec = options.codec},
                         parts_.nursery);
  if (!launched) {
    co_return fail(ErrorCode::browser_unavailable,
                   cat("cannot start ", program, ": ", launched.error().message));
  }
  process_.emplace(std::move(launched->process));
  auto marked = write_marker(parts_.files, markers_, marker_for(process_->pid(), profile_));
  if (!marked) parts_.log.warn("browser", "no mark of the browser could be left: ", marked.error().message);
  connection_ =
      std::make_unique<cdp::Connection>(std::move(launched->wire), parts_.nursery, parts_.pool, parts_.log,
                                        cdp::Connection::Options{.trace = options.trace});
  auto met = co_await first_contact(stop);
  if (!met && met.error().code == ErrorCode::unsupported) co_return met;
  if (!met && !stop.requested()) {
    co_return fail(ErrorCode::browser_unavailable, cat(program, " started but ended at once"),
                   "Run openchrome doctor; it says what is missing.");
  }
  co_return met;
}

Task<Result<void>> BrowserLink::first_contact(Stop stop) {
  auto version = co_await connection_->browser()->send("Browser.getVersion", {}, stop);
  if (!version) co_return std::unexpected(std::move(version).error());
  product_ = json::find_string(version->as_object(), "product").value_or("unknown");
  co_return Result<void>{};
}

Task<void> BrowserLink::close(Stop stop) {
  connection_->close();  // its end of the pipe tells our browser to go
  if (!process_) co_return;
  auto status = co_await process_->wait(at_most(2s, stop));
  if (!status) parts_.log.warn("browser", "Chrome did not end by itself and is killed");
}

BrowserLink::~BrowserLink() {
  connection_.reset();
  if (process_) remove_marker(parts_.files, markers_, process_->pid());
  process_.reset();
  if (profile_lock_) parts_.files.unlock(*profile_lock_);
}

}  // namespace oc::browser
