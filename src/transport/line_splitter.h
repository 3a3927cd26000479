// LineSplitter: bytes → lines, with a bound on their length. A line that is too long is passed over whole,
// and told of once.
#pragma once
#include <string>
#include <string_view>

#include "rpc/transport.h"

namespace oc::transport {

class LineSplitter {
 public:
  LineSplitter(rpc::LineHandler& handler, std::size_t max_bytes) : handler_(handler), max_bytes_(max_bytes) {}

  void feed(std::string_view bytes);
  // The input has ended: a last line may lack its end.
  void finish();

 private:
  rpc::LineHandler& handler_;
  std::size_t max_bytes_;
  std::string partial_;
  bool skipping_ = false;  // inside a line that is too long
};

}  // namespace oc::transport
