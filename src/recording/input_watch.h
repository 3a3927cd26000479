// InputWatch: hears what a person, or a tool, does in the pages of a tab: clicks, changed fields, keys. It is
// there only while somebody records, and leaves nothing behind. Frames in processes of their own are not
// heard.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "browser/tab.h"

namespace oc::recording {

class InputWatch {
 public:
  using Hear = std::function<void(json::object entry)>;

  // REQUIRES: the tab is attached.
  InputWatch(browser::Tab& tab, Nursery& nursery, Hear hear);
  InputWatch(const InputWatch&) = delete;
  InputWatch& operator=(const InputWatch&) = delete;
  ~InputWatch();

  // Sessions come and go under a tab.
  bool is_of(const std::shared_ptr<cdp::Session>& session) const { return session_.lock() == session; }

 private:
  std::weak_ptr<cdp::Session> session_;
  std::string binding_;
  std::shared_ptr<std::string> script_ = std::make_shared<std::string>();  // the browser's name for it
  cdp::Subscription subscription_;
};

// What the page's listener told, as an entry of a recording; nothing when it makes no sense.
std::optional<json::object> entry_of_input(std::string_view told);

}  // namespace oc::recording
