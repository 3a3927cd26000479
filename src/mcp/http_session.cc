// Tested by: mcp/streamable_http_test.cc
#include "mcp/http_session.h"

#include <algorithm>

#include "base/random.h"

namespace oc::mcp {
namespace {

constexpr std::chrono::hours kIdleTime{1};
constexpr std::chrono::minutes kExpiryPause{1};
// Finished streams are kept for a client that comes back for their end; not many, and not much.
constexpr std::size_t kKeptLogs = 16;
constexpr std::size_t kKeptBytes = std::size_t{4} * 1024 * 1024;

// The stream of a session that no request opened; it keeps what comes while nobody reads.
class StandaloneOutlet final : public rpc::Outlet {
 public:
  explicit StandaloneOutlet(std::shared_ptr<EventLog> log) : log_(std::move(log)) {}
  void reply(const json::value& id, const rpc::Answer& answer) override {
    send(rpc::write_answer(id, answer));
  }
  void send(std::string message) override {
    if (!log_->finished()) log_->append(message);
  }
  bool can_send() const override { return !log_->finished(); }
  void drop() override {}

 private:
  std::shared_ptr<EventLog> log_;
};

}  // namespace

HttpSession::HttpSession(Server& server, Session begun, Nursery& nursery)
    : last_used(std::chrono::steady_clock::now()),
      id_(random_hex(16)),
      session_(std::move(begun)),
      peer_(nursery),
      executor_(nursery.executor()),
      standalone_(std::make_shared<EventLog>("s0", nursery.executor())),
      following_(server.follow(session_, [this](std::string_view method, json::object about) {
        session_.outlet->send(rpc::write_notification(method, about));
      })) {
  session_.outlet = std::make_shared<StandaloneOutlet>(standalone_);
}

std::shared_ptr<EventLog> HttpSession::new_log() {
  std::uint64_t number = next_log_++;
  auto log = std::make_shared<EventLog>(cat("s", number), executor_);
  logs_.emplace(number, log);
  std::size_t bytes = 0;
  for (const auto& [kept_number, kept] : logs_) bytes += kept->bytes();
  for (auto it = logs_.begin(); it != logs_.end() && (logs_.size() > kKeptLogs || bytes > kKeptBytes);) {
    bool removable = it->second->finished();
    if (removable) bytes -= it->second->bytes();
    it = removable ? logs_.erase(it) : std::next(it);
  }
  return log;
}

std::shared_ptr<EventLog> HttpSession::find_log(std::string_view id) {
  if (id == standalone_->id()) return standalone_;
  auto found = std::ranges::find_if(logs_, [&](const auto& entry) { return entry.second->id() == id; });
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
  expire();
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
  if (server_.parts().on_caller_gone) server_.parts().on_caller_gone(kept->caller());
}

void SessionTable::end_all(StopReason reason) {
  for (auto& [id, session] : sessions_) {
    session->peer().stop_all(reason);
    session->standalone()->finish();
  }
  sessions_.clear();
}

void SessionTable::expire() {
  auto now = std::chrono::steady_clock::now();
  if (now < next_expiry_) return;
  next_expiry_ = now + kExpiryPause;
  std::vector<std::shared_ptr<HttpSession>> expired;
  for (const auto& [id, session] : sessions_) {
    if (session->is_idle() && now - session->last_used > kIdleTime) expired.push_back(session);
  }
  for (const auto& session : expired) end(*session);
}

void SessionTable::make_room() {
  expire();
  if (sessions_.size() < most_) return;
  std::shared_ptr<HttpSession> oldest;
  for (const auto& [id, session] : sessions_) {
    if (session->is_idle() && (!oldest || session->last_used < oldest->last_used)) oldest = session;
  }
  if (oldest) end(*oldest);
}

}  // namespace oc::mcp
