// CBOR as Chrome speaks it (--remote-debugging-pipe=cbor): the form that messages have inside the browser, so
// that it need not turn them into text and back. A dialect: every object and array stands in an envelope that
// tells its length, none tells how many members it has, text is UTF-8 or UTF-16, whole numbers have 32 bits,
// and binary fields come as they are. Here they become base64, as they would be in JSON.
#pragma once
#include <boost/json/storage_ptr.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/json.h"

namespace oc::cdp {

// JSON from Chrome nests no deeper than 300; a page can nest its elements as deep as it likes.
inline constexpr std::size_t kMaxCborDepth = 4096;

void append_cbor(std::string& out, const json::value& from);
void append_cbor(std::string& out, const json::object& from);

// Fails with invalid_arguments, saying at which byte.
Result<json::value> parse_cbor(std::string_view bytes, boost::json::storage_ptr storage = {});

// How long the message is that begins here; 0 when too little of it has come to tell, nothing when this is no
// message.
std::optional<std::size_t> cbor_message_size(std::string_view begin);

}  // namespace oc::cdp
