// Codec: how CDP messages are written on a wire. JSON on all of them; on the pipe to a browser that we
// started also CBOR, which spares it the text (docs/decisions/0016).
#pragma once
#include <boost/json/storage_ptr.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/enum_words.h"
#include "base/result.h"
#include "json/json.h"

namespace oc::cdp {

enum class Codec : std::uint8_t { json, cbor };

std::string encode(Codec codec, const json::object& message);
// Fails with invalid_arguments, saying what is wrong and at which byte.
Result<json::value> decode(Codec codec, std::string_view message, boost::json::storage_ptr storage = {});

}  // namespace oc::cdp

namespace oc {

template <>
struct EnumWords<cdp::Codec> {
  static constexpr std::array<std::string_view, 2> words{"json", "cbor"};
};

}  // namespace oc
