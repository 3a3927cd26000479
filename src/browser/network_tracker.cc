#include "browser/network_tracker.h"

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"

namespace oc::browser {
namespace {

// An answer that has begun and does not end for so long is not read by the page, or is a stream.
constexpr auto kUnreadTime = std::chrono::milliseconds{500};

constexpr std::size_t kRingBytes = std::size_t{512} * 1024;
constexpr std::size_t kUrlBytes = 2048;
constexpr std::size_t kHeaderBytes = 1024;
constexpr std::size_t kKeptDocuments = 8;
constexpr std::size_t kMostOpen = 5000;

using json::text_of;

double number_of(const json::object& from, std::string_view key) {
  const json::value* found = json::find(from, key);
  return found && found->is_number() ? found->to_number<double>() : 0;
}

// Copied, since the values of an event live in the arena of its message; long ones are cut.
json::object headers_of(const json::object& from) {
  json::object out;
  const json::object* headers = json::find_object(from, "headers");
  if (!headers) return out;
  for (const auto& [name, value] : *headers) {
    if (const json::string* text = value.if_string())
      out[lower(name)] = shorten(json::view(*text), kHeaderBytes);
  }
  return out;
}

std::size_t bytes_of(const json::object& headers) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : headers) bytes += 48 + name.size() + value.as_string().size();
  return bytes;
}

}  // namespace

NetworkTracker::NetworkTracker() : ring_(kRingBytes) {}

void NetworkTracker::listen(cdp::Session& session) {
  std::string id = session.id();
  auto& kept = subscriptions_[id];
  auto on = [&](std::string_view event, auto handler) {
    kept.push_back(session.on(event, std::move(handler)));
  };
  on("Network.requestWillBeSent", [this, id](auto& params) { on_request(id, params); });
  on("Network.responseReceived", [this, id](auto& params) { on_response(id, params); });
  on("Network.loadingFinished", [this, id](auto& params) { on_end(id, params, false); });
  on("Network.loadingFailed", [this, id](auto& params) { on_end(id, params, true); });
  on("Network.requestServedFromCache", [this, id](auto& params) {
    auto found = find_open(id, params);
    NetworkEntry* entry = found == open_.end() ? nullptr : ring_.find(found->second.number);
    if (entry) entry->from_cache = true;
  });
}

void NetworkTracker::forget_session(const std::string& session_id) {
  subscriptions_.erase(session_id);
  std::size_t lost = std::erase_if(open_, [&](const auto& item) {
    const NetworkEntry* entry = ring_.find(item.second.number);
    return !entry || entry->session_id == session_id;
  });
  if (lost > 0 && ended_) ended_();
}

void NetworkTracker::forget_sessions() {
  subscriptions_.clear();
  open_.clear();
}

const NetworkTracker::DocumentAnswer* NetworkTracker::document(const std::string& loader_id) const {
  auto found = documents_.find(loader_id);
  return found == documents_.end() ? nullptr : &found->second;
}

// The document of a frame may be asked for by one process and arrive in another, under the id that it has
// everywhere.
std::map<std::string, NetworkTracker::Open>::iterator NetworkTracker::find_open(const std::string& session,
                                                                                const json::object& params) {
  std::string id = text_of(params, "requestId");
  auto found = open_.find(session + id);
  if (found != open_.end() || id.empty()) return found;
  return std::ranges::find_if(open_, [&](const auto& item) {
    const NetworkEntry* entry = item.first.ends_with(id) ? ring_.find(item.second.number) : nullptr;
    return entry && entry->request_id == id && entry->loader_id == id;
  });
}

void NetworkTracker::on_request(const std::string& session, const json::object& params) {
  const json::object* request = json::find_object(params, "request");
  if (!request) return;
  std::string id = text_of(params, "requestId");
  std::string loader = text_of(params, "loaderId");
  bool is_document = id == loader && text_of(params, "frameId") == main_frame_;
  if (is_document && !documents_.contains(loader)) {
    documents_[loader];
    document_order_.push_back(loader);
    if (document_order_.size() > kKeptDocuments) {
      documents_.erase(document_order_.front());
      document_order_.erase(document_order_.begin());
    }
  }
  // A redirect ends the entry of its first hop; the next one has the same id.
  const json::object* redirect = json::find_object(params, "redirectResponse");
  auto previous = open_.find(session + id);
  if (redirect && previous != open_.end()) {
    learn_start(previous->second, *redirect);
    if (NetworkEntry* entry = ring_.find(previous->second.number)) {
      take_response(*entry, *redirect);
      ring_.grow(previous->second.number, bytes_of(entry->response_headers));
    }
    end(previous->second, params);
    if (const NetworkEntry* entry = ring_.find(previous->second.number)) listeners_.tell(*entry);
    if (is_document) {
      documents_[loader].redirects.push_back({shorten(text_of(*redirect, "url"), kUrlBytes),
                                              json::find_integer(*redirect, "status").value_or(0)});
    }
  }
  NetworkEntry entry{.request_id = id,
                     .session_id = session,
                     .ts_ms = static_cast<std::int64_t>(number_of(params, "wallTime") * 1000),
                     .method = text_of(*request, "method"),
                     .url = shorten(text_of(*request, "url"), kUrlBytes),
                     .type = lower(text_of(params, "type")),
                     .loader_id = loader,
                     .has_post_data = json::find_bool(*request, "hasPostData").value_or(false),
                     .request_headers = headers_of(*request)};
  std::size_t bytes = 256 + entry.url.size() + bytes_of(entry.request_headers);
  ring_.push(std::move(entry), bytes);
  if (open_.size() > kMostOpen) open_.erase(open_.begin());
  open_[session + id] = {ring_.last_number(), number_of(params, "timestamp")};
}

void NetworkTracker::begin_document(const std::string& session_id, const json::object& request,
                                    const std::string& loader_id) {
  on_request(session_id, {{"requestId", loader_id},
                          {"loaderId", loader_id},
                          {"frameId", main_frame_},
                          {"type", "Document"},
                          {"request", request},
                          {"wallTime", static_cast<double>(SystemClock{}.now_ms()) / 1000},
                          {"timestamp", -1.0}});
}

void NetworkTracker::learn_start(Open& open, const json::object& response) {
  const json::object* timing = json::find_object(response, "timing");
  if (open.started < 0 && timing) open.started = number_of(*timing, "requestTime");
}

void NetworkTracker::take_response(NetworkEntry& entry, const json::object& response) {
  entry.status = json::find_integer(response, "status").value_or(0);
  entry.mime_type = text_of(response, "mimeType");
  entry.from_cache = entry.from_cache || json::find_bool(response, "fromDiskCache").value_or(false);
  entry.response_headers = headers_of(response);
}

void NetworkTracker::on_response(const std::string& session, const json::object& params) {
  const json::object* response = json::find_object(params, "response");
  if (!response) return;
  if (auto document = documents_.find(text_of(params, "requestId")); document != documents_.end()) {
    document->second.status = json::find_integer(*response, "status").value_or(0);
    document->second.mime_type = text_of(*response, "mimeType");
  }
  auto found = find_open(session, params);
  NetworkEntry* entry = found == open_.end() ? nullptr : ring_.find(found->second.number);
  if (!entry) return;
  Open& open = found->second;
  open.answered = SystemClock{}.steady_now();
  learn_start(open, *response);
  take_response(*entry, *response);
  ring_.grow(open.number, bytes_of(entry->response_headers));
}

void NetworkTracker::end(const Open& open, const json::object& params) {
  NetworkEntry* entry = ring_.find(open.number);
  if (!entry || open.started < 0) return;
  entry->duration_ms =
      static_cast<std::int64_t>((number_of(params, "timestamp") - open.started) * 1000 + 0.5);
}

void NetworkTracker::on_end(const std::string& session, const json::object& params, bool failed) {
  std::string id = text_of(params, "requestId");
  if (auto document = documents_.find(id); failed && document != documents_.end()) {
    std::string error = text_of(params, "errorText");
    document->second.is_aborted = error == "net::ERR_ABORTED";
    if (!document->second.status) document->second.error = std::move(error);
  }
  auto found = find_open(session, params);
  if (found == open_.end()) return;
  end(found->second, params);
  if (NetworkEntry* entry = ring_.find(found->second.number)) {
    if (failed) {
      entry->error = text_of(params, "errorText");
      if (auto reason = json::find_string(params, "blockedReason")) entry->error += cat(" (", *reason, ")");
    } else {
      entry->bytes = static_cast<std::int64_t>(number_of(params, "encodedDataLength"));
    }
  }
  std::uint64_t number = found->second.number;
  open_.erase(found);
  if (const NetworkEntry* entry = ring_.find(number)) listeners_.tell(*entry);
  if (ended_) ended_();
}

bool NetworkTracker::is_awaited(const Open& open, std::uint64_t since) const {
  if (open.number <= since) return false;
  if (open.answered && SystemClock{}.steady_now() - *open.answered >= kUnreadTime) return false;
  const NetworkEntry* entry = ring_.find(open.number);
  if (!entry) return false;
  // The document of the main frame is a navigation, which is waited for as such.
  if (entry->type == "document") return !documents_.contains(entry->request_id);
  return entry->type == "fetch" || entry->type == "xhr" || entry->type == "script";
}

std::size_t NetworkTracker::count_fetching(std::uint64_t since) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(open_, [&](const auto& item) { return is_awaited(item.second, since); }));
}

std::optional<SteadyTime> NetworkTracker::next_unread(std::uint64_t since) const {
  std::optional<SteadyTime> first;
  for (const auto& [key, open] : open_) {
    if (!open.answered || !is_awaited(open, since)) continue;
    SteadyTime until = *open.answered + kUnreadTime;
    if (!first || until < *first) first = until;
  }
  return first;
}

}  // namespace oc::browser
