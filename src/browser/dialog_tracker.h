// DialogTracker: the JavaScript dialog that is open in a tab, if any. Alerts and beforeunload are accepted at
// once, since nobody would; confirm and prompt are held until somebody answers.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "cdp/connection.h"

namespace oc::browser {

struct Dialog {
  std::string kind;  // alert, confirm, prompt, beforeunload
  std::string message;
  std::string preset;  // of a prompt
  std::string url;
};

class DialogTracker {
 public:
  void listen(const std::shared_ptr<cdp::Session>& session);
  void forget_session(const std::string& session_id);
  void forget_sessions();

  const std::optional<Dialog>& open() const { return open_; }
  // Dialogs that were accepted by themselves since the last call of this function.
  bool has_accepted() const { return !accepted_.empty(); }
  std::vector<Dialog> take_accepted() { return std::exchange(accepted_, {}); }
  // Answers the open dialog. REQUIRES: open().
  Task<Result<void>> answer(bool accept, std::optional<std::string> text, Stop stop);
  // The error of a call that the open dialog blocks. REQUIRES: open().
  Error blocking_error() const;

  // Calls back when a dialog opens that waits for an answer, until the token goes.
  class [[nodiscard]] Watch {
   public:
    Watch(DialogTracker& tracker, std::function<void()> callback);
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch();

   private:
    std::weak_ptr<std::map<std::uint64_t, std::function<void()>>> table_;
    std::uint64_t key_;
  };

 private:
  std::optional<Dialog> open_;
  std::weak_ptr<cdp::Session> holder_;  // the session whose page opened it
  std::uint64_t opened_ = 0;            // how many were held so far
  std::vector<Dialog> accepted_;
  std::shared_ptr<std::map<std::uint64_t, std::function<void()>>> watches_ =
      std::make_shared<std::map<std::uint64_t, std::function<void()>>>();
  std::uint64_t next_key_ = 1;
  std::map<std::string, std::vector<cdp::Subscription>> subscriptions_;  // by session
};

// A wait that a dialog ends: the page does not go on while one is open.
class DialogWait {
 public:
  DialogWait(DialogTracker& dialogs, const Stop& stop);

  // Ends with the caller's stop or when a dialog opens that waits for an answer.
  Stop stop() const { return state_->until.stop(); }
  // The dialog that came, even if it is gone again.
  const std::optional<Error>& blocked() const { return state_->blocked; }

 private:
  struct State {
    StopSource until;
    std::optional<Error> blocked = std::nullopt;
  };
  std::shared_ptr<State> state_;
  DialogTracker::Watch watch_;
};

}  // namespace oc::browser
