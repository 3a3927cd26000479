// FakeChrome: a scripted browser at the other end of a wire. Answers commands by method, emits events, hangs
// up.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cdp/wire.h"
#include "json/json.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::cdp {

class FakeChrome {
 public:
  using Answer = std::function<Result<json::value>(const json::object& params)>;

  explicit FakeChrome(Executor executor) : state_(std::make_shared<State>(std::move(executor))) {}

  // The wire to give to a Connection; once.
  std::unique_ptr<Wire> wire() { return std::make_unique<FakeWire>(state_); }
  // Commands of this method are answered so; others are never answered.
  void answer(std::string method, Answer with) { state_->answers[std::move(method)] = std::move(with); }
  void answer(std::string method, json::object with) {
    answer(std::move(method), [with = std::move(with)](const json::object&) -> Result<json::value> {
      return json::value(with);
    });
  }
  void forget_answer(const std::string& method) { state_->answers.erase(method); }
  void emit(std::string_view method, json::object params, std::string_view session = "") {
    json::object message{{"method", method}, {"params", std::move(params)}};
    if (!session.empty()) message["sessionId"] = session;
    state_->push(json::write(message));
  }
  void raw(std::string message) { state_->push(std::move(message)); }
  void hang_up() { state_->close(); }
  // Methods in the order they were sent.
  std::vector<std::string> methods() const {
    std::vector<std::string> out;
    for (const json::object& command : state_->commands)
      out.emplace_back(json::view(command.at("method").as_string()));
    return out;
  }
  const std::vector<json::object>& commands() const { return state_->commands; }

 private:
  struct State {
    explicit State(Executor executor) : arrived(std::move(executor)) {}
    void push(std::string message) {
      queue.push_back(std::move(message));
      arrived.notify_all();
    }
    void close() {
      closed = true;
      arrived.notify_all();
    }
    void take(std::string_view text) {
      json::object command = json::parse(text)->as_object();
      commands.push_back(command);
      auto found = answers.find(std::string{json::view(command.at("method").as_string())});
      if (found == answers.end()) return;
      json::object params =
          json::find_object(command, "params") ? *json::find_object(command, "params") : json::object{};
      auto outcome = found->second(params);
      json::object reply{{"id", command.at("id")}};
      if (const json::value* session = command.if_contains("sessionId")) reply["sessionId"] = *session;
      if (outcome) reply["result"] = *outcome;
      if (!outcome) reply["error"] = json::object{{"code", -32000}, {"message", outcome.error().message}};
      push(json::write(reply));
    }
    Signal arrived;
    std::deque<std::string> queue;
    bool closed = false;
    std::map<std::string, Answer> answers;
    std::vector<json::object> commands;
  };

  class FakeWire final : public Wire {
   public:
    explicit FakeWire(std::shared_ptr<State> state) : state_(std::move(state)) {}
    bool send(std::string_view message) override {
      if (state_->closed) return false;
      state_->take(message);
      return true;
    }
    Task<Result<std::string>> receive(Stop stop) override {
      std::shared_ptr<State> state = state_;
      while (state->queue.empty()) {
        if (state->closed) co_return fail(ErrorCode::browser_disconnected, "hung up");
        bool woken = co_await state->arrived.wait(stop);
        if (!woken) co_return std::unexpected(stop.error());
      }
      std::string message = std::move(state->queue.front());
      state->queue.pop_front();
      co_return message;
    }
    void close() override { state_->close(); }

   private:
    std::shared_ptr<State> state_;
  };

  std::shared_ptr<State> state_;
};

}  // namespace oc::cdp
