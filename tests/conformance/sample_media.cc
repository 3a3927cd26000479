// The bytes stand here in base64: they are what the suite sees on the wire.
#include "sample_media.h"

#include "base/encoding.h"

namespace oc::conformance {

std::string red_pixel_png() {
  return base64_decode(
             "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC")
      .value();
}

std::string short_silence_wav() {
  return base64_decode("UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==").value();
}

}  // namespace oc::conformance
