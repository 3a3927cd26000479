#include "transport/line_splitter.h"

#include <utility>

namespace oc::transport {

void LineSplitter::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    std::size_t end = bytes.find('\n');
    bool whole = end != std::string_view::npos;
    std::string_view piece = bytes.substr(0, end);
    bytes.remove_prefix(whole ? end + 1 : bytes.size());
    if (!skipping_ && partial_.size() + piece.size() > max_bytes_) {
      skipping_ = true;
      partial_ = std::string{};
      handler_.on_overlong_line(max_bytes_);
    }
    if (skipping_) {
      skipping_ = !whole;
    } else if (!whole) {
      partial_ += piece;
    } else if (partial_.empty()) {
      handler_.on_line(piece);
    } else {
      partial_ += piece;
      std::string line = std::exchange(partial_, {});
      handler_.on_line(line);
    }
  }
}

void LineSplitter::finish() {
  std::string line = std::exchange(partial_, {});
  if (!line.empty() && !skipping_) handler_.on_line(line);
}

}  // namespace oc::transport
