// OpenSSL's hash functions below its EVP layer: that layer brings every algorithm and provider into a static
// binary, three megabytes for the two functions we need.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/crypto.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <array>

namespace oc {
namespace {

constexpr std::size_t kBlockBytes = SHA256_CBLOCK;

std::string digest(std::string_view first, std::string_view second) {
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, first.data(), first.size());
  SHA256_Update(&context, second.data(), second.size());
  std::array<unsigned char, SHA256_DIGEST_LENGTH> out;
  SHA256_Final(out.data(), &context);
  return {reinterpret_cast<const char*>(out.data()), out.size()};
}

}  // namespace

std::string sha256(std::string_view bytes) {
  return digest(bytes, "");
}

// RFC 2104.
std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  std::string block{key.size() > kBlockBytes ? sha256(key) : std::string{key}};
  block.resize(kBlockBytes, '\0');
  std::string inner = block;
  std::string outer = block;
  for (char& c : inner) c = static_cast<char>(c ^ 0x36);
  for (char& c : outer) c = static_cast<char>(c ^ 0x5C);
  return digest(outer, digest(inner, bytes));
}

bool equals_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace oc
