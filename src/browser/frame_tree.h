// FrameTree: the frames of a tab, whichever process draws them; which document each shows, and the isolated
// world in which our scripts run there. A world dies with its document and is made again when needed.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/task.h"
#include "cdp/connection.h"

namespace oc::browser {

// The name of our worlds in pages, and of the function by which they report a change (lib/effects.js).
inline constexpr std::string_view kWorldName = "openchrome";
inline constexpr std::string_view kChangedBinding = "openchromeChanged";

struct World {
  std::int64_t context_id = 0;
  std::set<std::string_view> scripts;  // already installed in it
  std::string document_object;         // the document as the page's own scripts hold it
  std::set<std::int64_t> listening;    // nodes that the world knows to have listeners, by their backend ids
};

struct Frame {
  std::string id;
  std::string parent;     // empty: the main frame
  std::string loader_id;  // names the document
  std::string url;
  bool is_heard = false;                   // an event told its address, which is newer than any tree
  std::shared_ptr<cdp::Session> session;   // of the process that draws it
  std::shared_ptr<World> world = nullptr;  // shared with a script that runs in it
};

class FrameTree {
 public:
  // The session of the tab's main process; forgets everything known before. The main frame has the id of its
  // target.
  void start(std::string main_id, std::shared_ptr<cdp::Session> session);
  // The tree as Page.getFrameTree answers it.
  void take_tree(const json::object& tree, const std::shared_ptr<cdp::Session>& session);
  // A frame that another process draws.
  void add_session(const std::string& frame_id, std::shared_ptr<cdp::Session> session);
  // The process has gone or draws it no more: a frame that goes on elsewhere announces itself there.
  void remove_session(const std::string& session_id);
  void clear();

  const Frame* main() const { return find(main_id_); }
  const Frame* find(const std::string& id) const;
  std::vector<std::string> ids() const;
  // The frame itself, the one around it, and so on up to the main frame.
  std::vector<std::string> line_from(std::string id) const;
  std::size_t size() const { return frames_.size(); }
  // Grows with every document of the main frame.
  std::uint64_t documents() const { return documents_; }
  // Grows whenever any frame goes somewhere, also within its document.
  std::uint64_t moves() const { return moves_; }

  // The world of the frame's document. Fails with page_changed when the frame is gone, or as a send does.
  Task<Result<std::shared_ptr<World>>> world(std::string frame_id, Stop stop);
  // The world turned out to be gone.
  void drop_world(const std::string& frame_id);

 private:
  void listen(const std::shared_ptr<cdp::Session>& session);
  void on_navigated(const std::shared_ptr<cdp::Session>& session, const json::object& frame);
  void remove(const std::string& id);
  void drop_contexts(const std::string& session_id, std::optional<std::int64_t> context_id);

  std::string main_id_;
  std::map<std::string, Frame> frames_;
  std::uint64_t documents_ = 0;
  std::uint64_t moves_ = 0;
  std::map<std::string, std::vector<cdp::Subscription>> subscriptions_;  // by session
};

}  // namespace oc::browser
