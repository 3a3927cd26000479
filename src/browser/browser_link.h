// BrowserLink: one life of a browser connection — a Chrome that we started, with its profile and its mark, or
// one that somebody else runs. When it ends the Browser makes another.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "base/log.h"
#include "base/process.h"
#include "base/worker_pool.h"
#include "browser/browser_marker.h"
#include "cdp/connection.h"
#include "store/file_system.h"

namespace oc::browser {

struct LinkOptions {
  std::string attach;  // http://…, ws://… or auto; empty: start our own
  std::string chrome;  // program to start; empty: find one
  std::string home;    // profiles and marks are kept below it
  bool headless = true;
  int width = 1280;
  int height = 720;
  std::string resolver_rules;  // second belt of the domain policy, for what Fetch does not see
  bool trace = false;
  cdp::Codec codec = cdp::Codec::json;  // of the pipe to our own browser
};

// What a link is made with; all of it outlives the link.
struct LinkParts {
  Nursery& nursery;
  WorkerPool& pool;
  store::FileSystem& files;
  Logger& log;
};

class BrowserLink {
 public:
  // Fails with browser_unavailable, or the stop's error. The browser has answered when this succeeds.
  static Task<Result<std::unique_ptr<BrowserLink>>> open(LinkParts parts, LinkOptions options, Stop stop);
  // Over a wire that is there already, to a browser of ours or to somebody else's.
  static Task<Result<std::unique_ptr<BrowserLink>>> over(LinkParts parts, std::unique_ptr<cdp::Wire> wire,
                                                         bool attached, Stop stop);
  BrowserLink(const BrowserLink&) = delete;
  BrowserLink& operator=(const BrowserLink&) = delete;
  // Closes the connection; a browser of ours is killed if it still runs.
  ~BrowserLink();

  cdp::Connection& connection() { return *connection_; }
  bool is_attached() const { return attached_; }  // to somebody else's browser
  pid_t pid() const { return process_ ? process_->pid() : 0; }
  const std::string& product() const { return product_; }  // "Chrome/140.0.…"
  // Earlier browsers with this profile were given service workers by pages, nobody knows which.
  bool has_old_workers() const { return has_old_workers_; }

  // Ends a browser of ours in good order, or leaves somebody else's.
  Task<void> close(Stop stop);

 private:
  explicit BrowserLink(LinkParts parts) : parts_(parts) {}
  Task<Result<void>> attach(const LinkOptions& options, Stop stop);
  Task<Result<void>> start(LinkOptions options, Stop stop);
  Task<Result<void>> start_program(const LinkOptions& options, std::string program, bool no_sandbox,
                                   Stop stop);
  Task<Result<void>> first_contact(Stop stop);
  Result<void> take_profile(const std::string& home);

  LinkParts parts_;
  std::optional<ChildProcess> process_;
  std::unique_ptr<cdp::Connection> connection_;
  bool attached_ = false;
  std::string product_;
  std::string profile_;
  bool has_old_workers_ = false;
  std::string markers_;
  std::optional<store::LockId> profile_lock_;
};

// Where the marks of our browsers are.
std::string marker_directory(const std::string& home);

}  // namespace oc::browser
