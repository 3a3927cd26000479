// FakePage: a loop, a fake browser at the other end of a connection, and sessions of its targets, for tests
// of whatever hears a session.
#pragma once
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include "base/testing/run_loop.h"
#include "cdp/connection.h"
#include "cdp/testing/fake_chrome.h"

namespace oc::browser::testing_support {

// The outcome of a task that runs beside the test; nothing while it still waits.
template <class T>
using Outcome = std::shared_ptr<std::optional<T>>;

// A loop whose tasks a test starts, watches and ends.
class Stage {
 public:
  oc::testing_support::Loop loop;
  WorkerPool pool;
  Nursery nursery{loop.executor(), loop.log};

  // Runs everything that is ready.
  void settle() {
    do loop.io.restart();
    while (loop.io.poll() > 0);
  }
  template <class T>
  Outcome<T> start(Task<T> task) {
    auto outcome = std::make_shared<std::optional<T>>();
    nursery.start("test", keep(std::move(task), outcome));
    settle();
    return outcome;
  }
  template <class T>
  T run(Task<T> task) {
    return loop.run(std::move(task));
  }
  // Every task has ended when this returns.
  void join() { (void)loop.run(nursery.join({})); }

 private:
  template <class T>
  static Task<void> keep(Task<T> task, Outcome<T> outcome) {
    outcome->emplace(co_await std::move(task));
  }
};

class FakePage : public Stage {
 public:
  cdp::FakeChrome chrome{loop.executor()};
  std::unique_ptr<cdp::Connection> connection =
      std::make_unique<cdp::Connection>(chrome.wire(), nursery, pool, loop.log, cdp::Connection::Options{});

  ~FakePage() { end(); }
  // Ends what still waits for an answer, before what it works with goes.
  void end() {
    connection.reset();
    join();
  }
  std::shared_ptr<cdp::Session> session(std::string id = "s1") {
    chrome.emit("Target.attachedToTarget", {{"sessionId", id}});
    settle();
    return connection->session(id);
  }
  void emit(std::string_view method, json::object params, std::string_view from = "s1") {
    chrome.emit(method, std::move(params), from);
    settle();
  }
};

// The parameters of every command of this method that the fake was sent, in order; on one session if named.
inline std::vector<json::object> sent(const cdp::FakeChrome& chrome, std::string_view method,
                                      std::optional<std::string_view> session = std::nullopt) {
  std::vector<json::object> out;
  for (const json::object& command : chrome.commands()) {
    if (json::find_string(command, "method") != method) continue;
    if (session && json::find_string(command, "sessionId").value_or("") != *session) continue;
    const json::object* params = json::find_object(command, "params");
    out.push_back(params ? *params : json::object{});
  }
  return out;
}

// Answers the newest command of this method, which the fake did not answer by itself.
inline void reply(cdp::FakeChrome& chrome, std::string_view method, json::object result) {
  for (const json::object& command : std::views::reverse(chrome.commands())) {
    if (json::find_string(command, "method") != method) continue;
    json::object message{{"id", command.at("id")}, {"result", std::move(result)}};
    if (const json::value* session = json::find(command, "sessionId")) message["sessionId"] = *session;
    return chrome.raw(json::write(message));
  }
}

inline Result<json::value> refused(std::string message) {
  return fail(ErrorCode::protocol_error, std::move(message));
}

}  // namespace oc::browser::testing_support
