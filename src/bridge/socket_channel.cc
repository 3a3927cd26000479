// Tested by: bridge/bridge_routes_test.cc
#include "bridge/socket_channel.h"

#include "bridge/bridge_routes.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::bridge {
namespace {

using namespace std::chrono_literals;

constexpr auto kPingEvery = 20s;
constexpr int kMissedPings = 2;

}  // namespace

bool SocketChannel::deliver(const std::vector<Command>& commands) {
  json::array list;
  for (const Command& command : commands) list.push_back(delivery_of(command));
  return socket_->send(json::write(json::object{{"type", "commands"}, {"commands", std::move(list)}}));
}

Task<void> SocketChannel::run(Stop stop) {
  (void)socket_->send(R"({"type":"welcome"})");
  bridge_.add_channel(*this);
  log_.info("bridge", "the extension is connected");
  int unanswered = 0;
  while (!stop.requested() && unanswered < kMissedPings) {
    StopSource until{stop, std::chrono::steady_clock::now() + kPingEvery};
    auto text = co_await socket_->receive(until.stop());
    if (text) {
      unanswered = 0;
      auto message = json::parse(*text);
      if (message && message->is_object()) co_await on_message(message->get_object());
      continue;
    }
    if (!socket_->is_open() || stop.requested()) break;
    ++unanswered;
    if (!socket_->send(R"({"type":"ping"})")) break;
  }
  bridge_.remove_channel(*this);
  log_.info("bridge", "the extension is gone");
  StopSource brief{Stop{}, std::chrono::steady_clock::now() + 200ms};
  co_await socket_->close(brief.stop());
}

Task<void> SocketChannel::on_message(const json::object& message) {
  std::string type = json::text_of(message, "type");
  if (type == "started") {
    (void)co_await bridge_.report({.correlation_id = json::text_of(message, "correlation_id")});
  } else if (type == "result") {
    auto report = parse_report(message);
    if (!report) {
      (void)socket_->send(json::write(json::object{{"type", "invalid"}, {"error", report.error().message}}));
      co_return;
    }
    std::string id = report->correlation_id;
    std::string about = json::text_of(message, "status");
    Verdict verdict = co_await bridge_.report(std::move(*report));
    (void)socket_->send(json::write(json::object{
        {"type", "answer"}, {"correlation_id", id}, {"about", about}, {"status", word_of(verdict)}}));
  }
}

}  // namespace oc::bridge
