// Tested by: mcp/streamable_http_test.cc
#include "mcp/http_session.h"

#include "base/random.h"

namespace oc::mcp {
namespace {

constexpr std::chrono::hours kIdleTime{1};
// Finished streams are kept for a client that comes back for their end.
constexpr std::size_t kKeptLogs = 64;

}  // namespace

HttpSession::HttpSession(Server& server, Session begun, Nursery& nursery)
    : last_used(std::chrono::steady_clock::now()),
      id_(random_hex(16)),
      session_(std::move(begun)),
      peer_(nursery),
      executor_(nursery.executor()),
      standalone_(std::make_shared<EventLog>("s0", nursery.executor())),
      following_(server.follow(session_, [this](std::string_view method, json::object about) {
        standalone_->append(rpc::write_notification(method, about));
      })) {}

std::shared_ptr<EventLog> HttpSession::new_log() {
  std::string id = cat("s", next_log_++);
  auto log = std::make_shared<EventLog>(id, executor_);
  logs_.emplace(std::move(id), log);
  for (auto it = logs_.begin(); it != logs_.end() && logs_.size() > kKeptLogs;) {
    it = it->second->finished() ? logs_.erase(it) : std::next(it);
  }
  return log;
}

std::shared_ptr<EventLog> HttpSession::find_log(std::string_view id) {
  if (id == standalone_->id()) return standalone_;
  auto found = logs_.find(id);
  return found == logs_.end() ? nullptr : found->second;
}

void HttpSession::end() {
  peer_.stop_all(StopReason::cancelled);
  standalone_->finish();
}

std::shared_ptr<HttpSession> SessionTable::begin(Session begun) {
  make_room();
  if (sessions_.size() >= most_) return nullptr;
  auto session = std::make_shared<HttpSession>(server_, std::move(begun), nursery_);
  sessions_.emplace(session->id(), session);
  return session;
}

std::shared_ptr<HttpSession> SessionTable::find(std::string_view id) {
  auto found = sessions_.find(id);
  if (found == sessions_.end()) return nullptr;
  found->second->last_used = std::chrono::steady_clock::now();
  return found->second;
}

void SessionTable::end(const HttpSession& session) {
  auto found = sessions_.find(session.id());
  if (found == sessions_.end()) return;
  auto kept = std::move(found->second);
  sessions_.erase(found);
  kept->end();
}

void SessionTable::end_all(StopReason reason) {
  for (auto& [id, session] : sessions_) {
    session->peer().stop_all(reason);
    session->standalone()->finish();
  }
  sessions_.clear();
}

void SessionTable::make_room() {
  auto now = std::chrono::steady_clock::now();
  std::shared_ptr<HttpSession> oldest;
  for (auto it = sessions_.begin(); it != sessions_.end();) {
    auto session = it->second;
    if (session->is_idle() && now - session->last_used > kIdleTime) {
      it = sessions_.erase(it);
      session->end();
      continue;
    }
    if (session->is_idle() && (!oldest || session->last_used < oldest->last_used)) oldest = session;
    ++it;
  }
  if (sessions_.size() >= most_ && oldest) end(*oldest);
}

}  // namespace oc::mcp
