#include "browser/write_barrier.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/text.h"

namespace oc::browser {
namespace {

constexpr std::size_t kKept = 20;
constexpr std::size_t kMostUrlBytes = 2000;

// RFC 9110, 9.2.1: methods that ask a server for nothing but an answer.
bool is_safe(std::string_view method) {
  constexpr std::array<std::string_view, 4> kSafe{"GET", "HEAD", "OPTIONS", "TRACE"};
  return std::ranges::find(kSafe, method) != kSafe.end();
}

// Bytes that base64 of this length stands for.
std::int64_t decoded_size(std::string_view base64) {
  std::size_t padding = base64.size() - std::min(base64.find('='), base64.size());
  return static_cast<std::int64_t>(base64.size() / 4 * 3 - padding);
}

std::int64_t body_bytes(const json::object& request) {
  if (const json::array* entries = json::find_array(request, "postDataEntries");
      entries && !entries->empty()) {
    std::int64_t bytes = 0;
    for (const json::value& entry : *entries) {
      auto data = entry.is_object() ? json::find_string(entry.as_object(), "bytes") : std::nullopt;
      if (!data) return -1;  // a file
      bytes += decoded_size(*data);
    }
    return bytes;
  }
  if (auto text = json::find_string(request, "postData")) return static_cast<std::int64_t>(text->size());
  return json::find_bool(request, "hasPostData").value_or(false) ? -1 : 0;
}

std::int64_t now_ms() {
  auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count();
}

}  // namespace

void WriteBarrier::set_mode(BarrierMode mode) {
  if (mode == mode_) return;
  mode_ = mode;
  if (on_change_) on_change_();
}

bool WriteBarrier::hold(const json::object& request, std::string_view type) {
  if (!holds_writes()) return false;
  std::string_view method = json::find_string(request, "method").value_or("");
  std::string_view url = json::find_string(request, "url").value_or("");
  // A beacon tells the server something, whatever its method.
  if (is_safe(method) && type != "Ping") return false;
  ++held_;
  if (untold_.size() == kKept) {
    untold_.pop_front();
    ++dropped_;
  }
  untold_.push_back({.method = std::string{method},
                     .url = shorten(url, kMostUrlBytes),
                     .body_bytes = body_bytes(request),
                     .ts_ms = now_ms()});
  return true;
}

WriteBarrier::Untold WriteBarrier::take_untold() {
  Untold out{{untold_.begin(), untold_.end()}, std::exchange(dropped_, 0)};
  untold_.clear();
  return out;
}

}  // namespace oc::browser
