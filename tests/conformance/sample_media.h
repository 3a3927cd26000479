// The smallest valid picture and sound, for everything that has to carry binary data.
#pragma once
#include <string>

namespace oc::conformance {

std::string red_pixel_png();
std::string short_silence_wav();

}  // namespace oc::conformance
