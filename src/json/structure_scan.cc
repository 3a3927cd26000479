#include "json/structure_scan.h"

#include "json/json.h"
#include "json/parse.h"

namespace oc::json {
namespace {

constexpr std::size_t kMaxKeyBytes = 4096;

ValueKind scalar_kind(char first) {
  switch (first) {
    case 't':
    case 'f':
      return ValueKind::boolean;
    case 'n':
      return ValueKind::null;
    default:
      return ValueKind::number;
  }
}

std::string unescaped(const std::string& written) {
  if (written.find('\\') == std::string::npos) return written;
  auto parsed = parse("\"" + written + "\"");
  return parsed && parsed->is_string() ? std::string{view(parsed->as_string())} : written;
}

}  // namespace

// Where a value begins its place in the container is known: the last step of the path.
void StructureScan::begin_scalar(ValueKind kind, std::uint64_t at) {
  in_scalar_ = true;
  scalar_ = kind;
  visitor_.begin(kind, at);
}

void StructureScan::end_scalar(std::uint64_t at) {
  in_scalar_ = false;
  visitor_.end(scalar_, at, 0);
}

void StructureScan::open(ValueKind kind, std::uint64_t at) {
  visitor_.begin(kind, at);
  open_.push_back(kind);
  counts_.push_back(0);
  path_.push_back({.is_array = kind == ValueKind::array});
  expects_key_ = kind == ValueKind::object;
}

void StructureScan::close(std::uint64_t at) {
  ValueKind kind = open_.back();
  std::uint64_t count = counts_.back();
  open_.pop_back();
  counts_.pop_back();
  path_.pop_back();
  expects_key_ = false;
  visitor_.end(kind, at, count);
}

// To the closing quote, or the end of the piece.
std::size_t StructureScan::skip_string(std::string_view piece, std::size_t from) {
  std::size_t at = from;
  while (at < piece.size()) {
    if (escaped_) {
      escaped_ = false;
      ++at;
      continue;
    }
    at = piece.find_first_of("\"\\", at);
    if (at == std::string_view::npos) at = piece.size();
    if (at == piece.size() || piece[at] == '"') break;
    escaped_ = true;
    ++at;
  }
  if (is_key_ && key_.size() < kMaxKeyBytes) key_.append(piece.substr(from, at - from));
  return at;
}

void StructureScan::take(char c, std::uint64_t at) {
  switch (c) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
      return;
    case ':':
      expects_key_ = false;
      return;
    case ',':
      ++path_.back().index;
      expects_key_ = open_.back() == ValueKind::object;
      return;
    case '}':
    case ']':
      close(at + 1);
      return;
    default:
      break;
  }
  is_key_ = c == '"' && expects_key_;
  if (is_key_) {
    in_string_ = true;
    key_.clear();
    return;
  }
  if (!counts_.empty()) ++counts_.back();
  if (c == '{' || c == '[') {
    open(c == '{' ? ValueKind::object : ValueKind::array, at);
  } else if (c == '"') {
    in_string_ = true;
    visitor_.begin(ValueKind::string, at);
  } else {
    begin_scalar(scalar_kind(c), at);
  }
}

bool StructureScan::feed(std::string_view piece) {
  for (std::size_t at = 0; at < piece.size(); ++at) {
    if (in_string_) {
      at = skip_string(piece, at);
      if (at == piece.size()) break;
      in_string_ = false;
      if (is_key_) {
        path_.back().key = unescaped(key_);
      } else {
        visitor_.end(ValueKind::string, offset_ + at + 1, 0);
      }
    } else {
      char c = piece[at];
      bool goes_on =
          in_scalar_ && c != ',' && c != '}' && c != ']' && c != ' ' && c != '\n' && c != '\r' && c != '\t';
      if (goes_on) continue;
      if (in_scalar_) end_scalar(offset_ + at);
      take(c, offset_ + at);
    }
    if (visitor_.is_done()) return false;
  }
  offset_ += piece.size();
  return true;
}

void StructureScan::finish() {
  if (in_scalar_) end_scalar(offset_);
}

}  // namespace oc::json
