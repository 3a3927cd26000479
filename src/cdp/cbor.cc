#include "cdp/cbor.h"

#include <bit>
#include <boost/json/value_stack.hpp>
#include <boost/nowide/utf/convert.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "base/encoding.h"
#include "base/text.h"
#include "base/utf8.h"

namespace oc::cdp {
namespace {

// The upper three bits of an item's first byte; the lower five tell its size.
enum Major : std::uint8_t {
  kUnsigned = 0x00,
  kNegative = 0x20,
  kBytes = 0x40,
  kText = 0x60,
  kMajorBits = 0xE0,
};

// Whole first bytes.
constexpr std::uint8_t kArrayBegin = 0x9F;
constexpr std::uint8_t kObjectBegin = 0xBF;
constexpr std::uint8_t kEnd = 0xFF;
constexpr std::uint8_t kFalse = 0xF4;
constexpr std::uint8_t kTrue = 0xF5;
constexpr std::uint8_t kNull = 0xF6;
constexpr std::uint8_t kDouble = 0xFB;
constexpr std::uint8_t kBase64Expected = 0xD6;  // the byte string that follows is a binary field
constexpr std::uint8_t kTag = 0xD8;             // its number follows, in one byte
constexpr std::uint8_t kCborInBytes = 0x18;     // the tag of an envelope; older browsers leave it out
constexpr std::uint8_t kBytes32 = 0x5A;         // a byte string with a length of four bytes

constexpr double kMostExactInteger = 9007199254740992.0;  // 2^53

// --- writing ---

template <std::size_t N>
void append_big_endian(std::string& out, std::uint64_t number) {
  for (std::size_t i = N; i-- > 0;) out += static_cast<char>(number >> (8 * i) & 0xFF);
}

void append_head(std::string& out, Major major, std::uint32_t number) {
  if (number < 24) {
    out += static_cast<char>(major | number);
  } else if (number <= 0xFF) {
    out += static_cast<char>(major | 24);
    append_big_endian<1>(out, number);
  } else if (number <= 0xFFFF) {
    out += static_cast<char>(major | 25);
    append_big_endian<2>(out, number);
  } else {
    out += static_cast<char>(major | 26);
    append_big_endian<4>(out, number);
  }
}

void append_text(std::string& out, std::string_view text) {
  if (!is_valid_utf8(text)) return append_text(out, mend_utf8(text));
  append_head(out, kText, static_cast<std::uint32_t>(text.size()));
  out += text;
}

void append_double(std::string& out, double number) {
  if (!std::isfinite(number)) return out.push_back(static_cast<char>(kNull));  // as in JSON
  out += static_cast<char>(kDouble);
  append_big_endian<8>(out, std::bit_cast<std::uint64_t>(number));
}

void append_integer(std::string& out, std::int64_t number) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
  if (number > kMost || number < kLeast) return append_double(out, static_cast<double>(number));
  if (number >= 0) return append_head(out, kUnsigned, static_cast<std::uint32_t>(number));
  append_head(out, kNegative, static_cast<std::uint32_t>(-1 - number));
}

// The length is filled in when it is known.
template <class Body>
void append_envelope(std::string& out, Body append_body) {
  out += {static_cast<char>(kTag), static_cast<char>(kCborInBytes), static_cast<char>(kBytes32)};
  std::size_t length_at = out.size();
  out.append(4, '\0');
  append_body();
  std::size_t length = out.size() - length_at - 4;
  for (std::size_t i = 0; i < 4; ++i) out[length_at + i] = static_cast<char>(length >> (8 * (3 - i)) & 0xFF);
}

void append_array(std::string& out, const json::array& from) {
  append_envelope(out, [&] {
    out += static_cast<char>(kArrayBegin);
    for (const json::value& element : from) append_cbor(out, element);
    out += static_cast<char>(kEnd);
  });
}

// --- reading ---

// A half of a character without the other becomes U+FFFD; a converter would take what follows it along.
void mend_surrogates(std::u16string& units) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (is_high_surrogate(units[i]) && i + 1 < units.size() && is_low_surrogate(units[i + 1])) {
      ++i;
    } else if (is_high_surrogate(units[i]) || is_low_surrogate(units[i])) {
      units[i] = 0xFFFD;
    }
  }
}

class Reader {
 public:
  Reader(std::string_view bytes, boost::json::storage_ptr storage)
      : bytes_(bytes), values_(std::move(storage), scratch_, sizeof scratch_) {}

  Result<json::value> read() {
    do {
      if (!read_item()) return fail(ErrorCode::invalid_arguments, cat(problem_, " at byte ", at_));
    } while (!open_.empty());
    if (at_ < bytes_.size())
      return fail(ErrorCode::invalid_arguments, cat("more than a message at byte ", at_));
    return values_.release();
  }

 private:
  struct Open {
    bool is_object;
    bool wants_key;
    std::size_t size = 0;
  };

  bool refuse(std::string_view problem) {
    problem_ = problem;
    return false;
  }

  std::optional<std::uint8_t> next() {
    if (at_ >= bytes_.size()) return std::nullopt;
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }

  std::optional<std::uint64_t> big_endian(std::size_t size) {
    if (bytes_.size() - at_ < size) return std::nullopt;
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < size; ++i) number = number << 8 | static_cast<std::uint8_t>(bytes_[at_++]);
    return number;
  }

  // The number that the lower five bits of a first byte tell, or announce.
  std::optional<std::uint64_t> argument(std::uint8_t first) {
    std::uint8_t size = first & 0x1F;
    if (size < 24) return size;
    if (size > 27) return std::nullopt;
    return big_endian(std::size_t{1} << (size - 24));
  }

  std::optional<std::string_view> run_of_bytes(std::uint8_t first) {
    auto size = argument(first);
    if (!size || bytes_.size() - at_ < *size) return std::nullopt;
    std::string_view run = bytes_.substr(at_, *size);
    at_ += *size;
    return run;
  }

  // One more value, or key, in what is open.
  bool is_key() const { return !open_.empty() && open_.back().wants_key; }
  void count() {
    if (open_.empty()) return;
    Open& in = open_.back();
    if (!in.wants_key) ++in.size;
    if (in.is_object) in.wants_key = !in.wants_key;
  }

  bool take_text(std::string_view text) {
    if (!is_valid_utf8(text)) return take_text(mend_utf8(text));
    if (is_key()) {
      values_.push_key(text);
    } else {
      values_.push_string(text);
    }
    count();
    return true;
  }

  bool take_text16(std::string_view bytes) {
    if (bytes.size() % 2 != 0) return refuse("half a UTF-16 unit");
    static_assert(std::endian::native == std::endian::little, "the units are");
    std::u16string units(bytes.size() / 2, u'\0');
    std::memcpy(units.data(), bytes.data(), bytes.size());
    mend_surrogates(units);
    return take_text(boost::nowide::utf::convert_string<char>(units.data(), units.data() + units.size()));
  }

  void take_double(double number) {
    // As it would be in JSON, where nothing tells 5 from 5.0.
    bool is_whole = std::abs(number) < kMostExactInteger && std::trunc(number) == number;
    if (is_whole) {
      values_.push_int64(static_cast<std::int64_t>(number));
    } else {
      values_.push_double(number);
    }
    count();
  }

  bool begin(bool is_object) {
    if (open_.size() >= kMaxCborDepth) return refuse("nested too deep");
    open_.push_back({is_object, is_object});
    return true;
  }

  bool end() {
    if (open_.empty()) return refuse("an end of nothing");
    Open in = open_.back();
    if (in.is_object && !in.wants_key) return refuse("a key without a value");
    open_.pop_back();
    if (in.is_object) {
      values_.push_object(in.size);
    } else {
      values_.push_array(in.size);
    }
    count();
    return true;
  }

  bool read_envelope() {
    auto tag = next();
    if (tag == kCborInBytes) tag = next();
    if (tag != kBytes32 || !big_endian(4)) return refuse("no envelope");
    auto inner = next();
    if (inner == kArrayBegin || inner == kObjectBegin) return begin(inner == kObjectBegin);
    return refuse("neither an object nor an array in an envelope");
  }

  bool read_binary() {
    auto first = next();
    if (!first || (*first & kMajorBits) != kBytes) return refuse("no bytes of a binary field");
    auto bytes = run_of_bytes(*first);
    return bytes ? take_text(base64_encode(*bytes)) : refuse("a binary field ends too early");
  }

  bool read_item() {
    auto first = next();
    if (!first) return refuse("the message ends too early");
    bool may_be_key = *first == kEnd || (*first & kMajorBits) == kText || (*first & kMajorBits) == kBytes;
    if (is_key() && !may_be_key) return refuse("no text for a key");
    switch (*first) {
      case kTag:
        return read_envelope();
      case kBase64Expected:
        return read_binary();
      case kArrayBegin:
      case kObjectBegin:
        return begin(*first == kObjectBegin);
      case kEnd:
        return end();
      case kFalse:
      case kTrue:
        values_.push_bool(*first == kTrue);
        count();
        return true;
      case kNull:
        values_.push_null();
        count();
        return true;
      case kDouble: {
        auto bits = big_endian(8);
        if (!bits) return refuse("a number ends too early");
        take_double(std::bit_cast<double>(*bits));
        return true;
      }
      default:
        return read_sized(*first);
    }
  }

  bool read_sized(std::uint8_t first) {
    std::uint8_t major = first & kMajorBits;
    if (major == kText || major == kBytes) {
      auto run = run_of_bytes(first);
      if (!run) return refuse("text ends too early");
      return major == kText ? take_text(*run) : take_text16(*run);
    }
    if (major != kUnsigned && major != kNegative) return refuse("an item that Chrome does not send");
    auto number = argument(first);
    if (!number || static_cast<double>(*number) >= kMostExactInteger - 1)
      return refuse("a number ends too early, or is too large");
    auto magnitude = static_cast<std::int64_t>(*number);
    values_.push_int64(major == kUnsigned ? magnitude : -1 - magnitude);
    count();
    return true;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::string_view problem_;
  std::vector<Open> open_;
  unsigned char scratch_[2048];
  boost::json::value_stack values_;
};

}  // namespace

void append_cbor(std::string& out, const json::object& from) {
  append_envelope(out, [&] {
    out += static_cast<char>(kObjectBegin);
    for (const auto& [key, member] : from) {
      append_text(out, std::string_view{key.data(), key.size()});
      append_cbor(out, member);
    }
    out += static_cast<char>(kEnd);
  });
}

void append_cbor(std::string& out, const json::value& from) {
  switch (from.kind()) {
    case json::kind::null:
      out += static_cast<char>(kNull);
      break;
    case json::kind::bool_:
      out += static_cast<char>(from.get_bool() ? kTrue : kFalse);
      break;
    case json::kind::int64:
      append_integer(out, from.get_int64());
      break;
    case json::kind::uint64:
      append_double(out, static_cast<double>(from.get_uint64()));
      break;
    case json::kind::double_:
      append_double(out, from.get_double());
      break;
    case json::kind::string:
      append_text(out, json::view(from.get_string()));
      break;
    case json::kind::array:
      append_array(out, from.get_array());
      break;
    case json::kind::object:
      append_cbor(out, from.get_object());
      break;
  }
}

Result<json::value> parse_cbor(std::string_view bytes, boost::json::storage_ptr storage) {
  return Reader{bytes, std::move(storage)}.read();
}

std::optional<std::size_t> cbor_message_size(std::string_view begin) {
  auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(begin[at]); };
  if (begin.empty()) return 0;
  if (byte(0) != kTag) return std::nullopt;
  if (begin.size() < 2) return 0;
  std::size_t at = byte(1) == kCborInBytes ? 2 : 1;
  if (begin.size() <= at) return 0;
  if (byte(at) != kBytes32) return std::nullopt;
  if (begin.size() < at + 5) return 0;
  std::size_t length = 0;
  for (std::size_t i = 1; i <= 4; ++i) length = length << 8 | byte(at + i);
  return at + 5 + length;
}

}  // namespace oc::cdp
