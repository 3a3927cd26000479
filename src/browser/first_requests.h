// FirstRequests: the request of a tab that is opened at its address, held up by the browser until the tab is
// heard, so that everything after it is. Only in a browser of ours, where no page of somebody else's can be
// held up, and for tabs that no rule binds: this request passes their RequestGuard by.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "cdp/connection.h"

namespace oc::browser {

class FirstRequests {
 public:
  // `on_held` hears of the frame whose request is held up now.
  explicit FirstRequests(std::function<void(const std::string& frame)> on_held)
      : on_held_(std::move(on_held)) {}

  void listen(const std::shared_ptr<cdp::Session>& browser);
  void forget_session();

  // A target is about to be made …
  void expect();
  // … and was made with this main frame; none: it was not.
  void made(const std::string& frame);

  bool is_opening(const std::string& frame) const { return opening_.contains(frame); }
  // The request of the frame, as Chrome describes requests, while it is held up.
  const json::object* held(const std::string& frame) const;
  // It goes on, whether it is held up already or not.
  void release(const std::string& frame);

 private:
  struct Held {
    std::string id;
    json::object request;
  };
  void on_paused(const json::object& params);
  void go_on(const std::string& id);
  void settle();

  std::function<void(const std::string&)> on_held_;
  std::weak_ptr<cdp::Session> session_;
  std::optional<cdp::Subscription> subscription_;
  std::size_t expected_ = 0;               // targets whose frames are not known yet
  std::set<std::string> opening_;          // frames
  std::multimap<std::string, Held> held_;  // by frame; of any frame while some are not known
  bool is_on_ = false;
};

}  // namespace oc::browser
