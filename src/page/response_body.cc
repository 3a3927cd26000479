// Tested by: tests/browser/console_network_test.mjs
#include "page/response_body.h"

#include "base/text.h"

namespace oc::page {
namespace {

// The session that saw the request: the page's own, or that of a frame in another process.
std::shared_ptr<cdp::Session> session_of(browser::Tab& tab, const std::string& id) {
  for (const std::string& frame_id : tab.frames().ids()) {
    const browser::Frame* frame = tab.frames().find(frame_id);
    if (frame && frame->session && frame->session->id() == id) return frame->session;
  }
  return nullptr;
}

Task<Result<Body>> fetch(browser::Tab& tab, std::string session_id, std::string request_id,
                         std::string method, std::string key, std::size_t max_bytes, Stop stop) {
  auto session = session_of(tab, session_id);
  if (!session) co_return fail(ErrorCode::target_closed, "the frame that asked for it is gone");
  auto answer = co_await session->send(std::move(method), {{"requestId", request_id}}, stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  const json::object& found = answer->as_object();
  std::string_view text = json::find_string(found, key).value_or("");
  co_return Body{.text = std::string{cut(text, max_bytes)},
                 .is_base64 = json::find_bool(found, "base64Encoded").value_or(false),
                 .cut = text.size() > max_bytes};
}

}  // namespace

Task<Result<Body>> response_body(browser::Tab& tab, const browser::NetworkEntry& entry, std::size_t max_bytes,
                                 Stop stop) {
  return fetch(tab, entry.session_id, entry.request_id, "Network.getResponseBody", "body", max_bytes, stop);
}

Task<Result<Body>> request_body(browser::Tab& tab, const browser::NetworkEntry& entry, std::size_t max_bytes,
                                Stop stop) {
  return fetch(tab, entry.session_id, entry.request_id, "Network.getRequestPostData", "postData", max_bytes,
               stop);
}

}  // namespace oc::page
