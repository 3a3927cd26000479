#include "base/random.h"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

#include "base/encoding.h"

namespace oc {

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t filled = 0;
  while (filled < count) {
    ssize_t got = getrandom(bytes.data() + filled, count - filled, 0);
    if (got < 0 && errno == EINTR) continue;
    // Without randomness no secret is safe; there is nothing sensible to go on with.
    if (got < 0) throw std::system_error(errno, std::generic_category(), "getrandom");
    filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::string random_hex(std::size_t count) {
  return hex_encode(random_bytes(count));
}

std::string random_token() {
  return base64url_encode(random_bytes(32));
}

}  // namespace oc
