// NetworkTracker: the requests of a tab, from its first moment, in a ring bounded by bytes. Bodies stay in
// the browser and are fetched when asked for.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/listeners.h"
#include "browser/byte_ring.h"
#include "cdp/connection.h"

namespace oc::browser {

struct NetworkEntry {
  std::string request_id;
  std::string session_id;  // whose Network domain knows the body
  std::int64_t ts_ms = 0;
  std::string method;
  std::string url;
  std::string type;  // document, stylesheet, image, fetch …
  std::string loader_id;
  std::int64_t status = 0;  // 0: no answer yet, or none at all
  std::string mime_type;
  std::string error;        // net::ERR_…, or why it was blocked
  std::int64_t bytes = -1;  // as they came over the wire; -1: not finished
  std::int64_t duration_ms = -1;
  bool from_cache = false;
  bool has_post_data = false;
  json::object request_headers;
  json::object response_headers;
};

// A hop on the way to the document that was shown in the end.
struct Redirect {
  std::string url;
  std::int64_t status = 0;
};

class NetworkTracker {
 public:
  NetworkTracker();
  void listen(cdp::Session& session);
  void forget_session(const std::string& session_id);
  void forget_sessions();
  // A document of the main frame that was asked for before the session was heard, as Chrome describes
  // requests.
  void begin_document(const std::string& session_id, const json::object& request,
                      const std::string& loader_id);
  // Only the documents of this frame can be asked for: a page may have any number of others.
  void follow(std::string main_frame) { main_frame_ = std::move(main_frame); }
  const ByteRing<NetworkEntry>& ring() const { return ring_; }
  // How many requests are under way that decide what the page shows next and began after the entry of this
  // number: those of scripts, and documents of frames inside of the page. One whose answer began some time
  // ago without an end counts no longer: pages leave answers unread, and Chrome never tells of their end.
  std::size_t count_fetching(std::uint64_t since) const;
  bool is_fetching(std::uint64_t since) const { return count_fetching(since) > 0; }
  // When the first of those whose answer has begun counts no longer.
  std::optional<SteadyTime> next_unread(std::uint64_t since) const;
  // Hears of every request when it has ended, each hop of a redirect included.
  [[nodiscard]] Listening on_entry(std::function<void(const NetworkEntry&)> callback) {
    return listeners_.add(std::move(callback));
  }
  // Called when a request has ended, whatever way.
  void on_ended(std::function<void()> callback) { ended_ = std::move(callback); }

  // Of the document that this loader brought: its answer and the hops before it.
  struct DocumentAnswer {
    std::int64_t status = 0;
    std::string mime_type;
    std::string error;        // net::ERR_…: there was no answer
    bool is_aborted = false;  // no page comes of it: a download, an answer without content
    std::vector<Redirect> redirects;
  };
  const DocumentAnswer* document(const std::string& loader_id) const;

 private:
  struct Open {
    std::uint64_t number;  // in the ring
    double started;        // the browser's monotonic seconds; negative: not known
    std::optional<SteadyTime> answered = {};
  };

  void on_request(const std::string& session, const json::object& params);
  void on_response(const std::string& session, const json::object& params);
  void on_end(const std::string& session, const json::object& params, bool failed);
  void end(const Open& open, const json::object& params);
  static void learn_start(Open& open, const json::object& response);
  void take_response(NetworkEntry& entry, const json::object& response);
  std::map<std::string, Open>::iterator find_open(const std::string& session, const json::object& params);
  bool is_awaited(const Open& open, std::uint64_t since) const;

  ByteRing<NetworkEntry> ring_;
  std::map<std::string, Open> open_;                 // session + request id → entry in flight
  std::map<std::string, DocumentAnswer> documents_;  // by loader id, the newest few
  std::vector<std::string> document_order_;
  std::string main_frame_;
  std::function<void()> ended_;
  Listeners<NetworkEntry> listeners_;
  std::map<std::string, std::vector<cdp::Subscription>> subscriptions_;  // by session
};

}  // namespace oc::browser
