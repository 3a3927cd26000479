#include "json/write.h"

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace oc::json {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

void append_escaped(std::string& out, std::string_view text) {
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out += text.substr(plain, i - plain);
    plain = i + 1;
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      default:
        out += "\\u00";
        out += kHexDigits[c >> 4];
        out += kHexDigits[c & 15];
    }
  }
  out += text.substr(plain);
}

class Writer {
 public:
  Writer(std::string& out, bool pretty) : out_(out), pretty_(pretty) {}

  void write(const value& from) {
    switch (from.kind()) {
      case kind::null:
        out_ += "null";
        break;
      case kind::bool_:
        out_ += from.get_bool() ? "true" : "false";
        break;
      case kind::int64:
        oc::detail::append(out_, from.get_int64());
        break;
      case kind::uint64:
        oc::detail::append(out_, from.get_uint64());
        break;
      case kind::double_:
        out_ += number_text(from.get_double());
        break;
      case kind::string:
        append_quoted(out_, view(from.get_string()));
        break;
      case kind::array:
        write(from.get_array());
        break;
      case kind::object:
        write(from.get_object());
        break;
    }
  }

  void write(const array& from) {
    out_ += '[';
    ++level_;
    bool first = true;
    for (const value& item : from) {
      next(first);
      write(item);
    }
    close(']', first);
  }

  void write(const object& from) {
    out_ += '{';
    ++level_;
    bool first = true;
    for (const auto& [key, member] : from) {
      next(first);
      append_quoted(out_, key);
      out_ += pretty_ ? ": " : ":";
      write(member);
    }
    close('}', first);
  }

 private:
  void next(bool& first) {
    if (!first) out_ += ',';
    first = false;
    new_line();
  }
  void close(char bracket, bool empty) {
    --level_;
    if (!empty) new_line();
    out_ += bracket;
  }
  void new_line() {
    if (!pretty_) return;
    out_ += '\n';
    out_.append(2 * level_, ' ');
  }

  std::string& out_;
  bool pretty_;
  std::size_t level_ = 0;
};

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  if (is_valid_utf8(text)) {
    append_escaped(out, text);
  } else {
    append_escaped(out, mend_utf8(text));
  }
  out += '"';
}

// ECMAScript's Number::toString: decimal from 1e-7 up to 1e21, exponent otherwise. JSON has no NaN or
// infinity.
std::string number_text(double number) {
  if (!std::isfinite(number)) return "null";
  if (number == 0) return "0";
  char buffer[32];
  auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, std::abs(number), std::chars_format::scientific);
  std::string_view text{buffer, static_cast<std::size_t>(end - buffer)};
  std::size_t mark = text.find('e');
  int exponent = 0;
  std::string_view power = text.substr(mark + (text[mark + 1] == '+' ? 2 : 1));
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  std::string digits{text.substr(0, 1)};
  if (mark > 2) digits += text.substr(2, mark - 2);
  int count = static_cast<int>(digits.size());
  int point = exponent + 1;  // digits before the decimal point

  std::string out = number < 0 ? "-" : "";
  if (point >= count && point <= 21) {
    out += digits;
    out.append(static_cast<std::size_t>(point - count), '0');
  } else if (point > 0 && point <= 21) {
    out += cat(digits.substr(0, static_cast<std::size_t>(point)), ".",
               digits.substr(static_cast<std::size_t>(point)));
  } else if (point > -6 && point <= 0) {
    out += cat("0.", std::string(static_cast<std::size_t>(-point), '0'), digits);
  } else {
    out += digits.substr(0, 1);
    if (count > 1) out += cat(".", digits.substr(1));
    out += cat("e", exponent > 0 ? "+" : "-", std::abs(exponent));
  }
  return out;
}

void append(std::string& out, const value& from) {
  Writer{out, false}.write(from);
}

std::string write(const value& from) {
  std::string out;
  Writer{out, false}.write(from);
  return out;
}

std::string write(const object& from) {
  std::string out;
  Writer{out, false}.write(from);
  return out;
}

std::string write_pretty(const value& from) {
  std::string out;
  Writer{out, true}.write(from);
  return out;
}

namespace {

// Counts down what writing would take; false once there is less than that.
class Meter {
 public:
  explicit Meter(std::size_t bytes) : left_(bytes) {}

  bool fits(const value& from) {
    switch (from.kind()) {
      case kind::string:
        return fits(view(from.get_string()));
      case kind::array:
        return fits(from.get_array());
      case kind::object:
        return fits(from.get_object());
      default: {
        std::string text;
        append(text, from);
        return take(text.size());
      }
    }
  }

 private:
  bool take(std::size_t bytes) {
    bool enough = bytes <= left_;
    left_ -= enough ? bytes : left_;
    return enough;
  }

  bool fits(std::string_view text) {
    if (!take(text.size() + 2)) return false;
    std::size_t escapes = 0;
    for (char c : text) {
      auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x20 && c != '"' && c != '\\') continue;
      bool is_short = byte >= 0x20 || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f';
      escapes += is_short ? 1 : 5;
    }
    return take(escapes);
  }

  bool fits(const array& from) {
    if (!take(2 + (from.empty() ? 0 : from.size() - 1))) return false;
    for (const value& item : from) {
      if (!fits(item)) return false;
    }
    return true;
  }

  bool fits(const object& from) {
    if (!take(2 + (from.empty() ? 0 : from.size() - 1))) return false;
    for (const auto& member : from) {
      if (!fits(std::string_view{member.key()}) || !take(1) || !fits(member.value())) return false;
    }
    return true;
  }

  std::size_t left_;
};

}  // namespace

bool is_longer_than(const value& from, std::size_t bytes) {
  return !Meter{bytes}.fits(from);
}

}  // namespace oc::json
