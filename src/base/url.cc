#include "base/url.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"

namespace oc {
namespace {

using Text = std::string_view;

// The schemes of the web: they have a host, know '\' as '/', and most a default port.
struct SpecialScheme {
  Text name;
  std::optional<std::uint16_t> port;
};
constexpr std::array<SpecialScheme, 6> kSpecialSchemes{
    {{"http", 80}, {"https", 443}, {"ws", 80}, {"wss", 443}, {"ftp", 21}, {"file", std::nullopt}}};

const SpecialScheme* find_special(Text scheme) {
  const auto* found = std::ranges::find(kSpecialSchemes, scheme, &SpecialScheme::name);
  return found == kSpecialSchemes.end() ? nullptr : found;
}

// What each part of a URL may not contain as it is, beside control characters and non-ASCII.
constexpr Text kFragmentEscapes = " \"<>`";
constexpr Text kQueryEscapes = " \"#<>";
constexpr Text kSpecialQueryEscapes = " \"#<>'";
constexpr Text kPathEscapes = " \"#<>?^`{|}";  // Chrome escapes the bar too, beyond the standard
constexpr Text kUserInfoEscapes = " \"#<>?^`{|}/:;=@[\\]";
constexpr Text kOpaqueEscapes = "";

std::string percent_encode(Text text, Text escapes) {
  constexpr Text kHex = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7E || escapes.find(c) != Text::npos) {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out;
}

// Without what a browser overlooks: white space and controls around it, tabs and line ends anywhere.
std::string cleaned(Text text) {
  auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  std::string out = is_valid_utf8(text) ? std::string{text} : mend_utf8(text);
  std::erase_if(out, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  return out;
}

// Cuts "scheme:" off the front and returns it in lower case; empty when there is none.
std::string take_scheme(Text& text) {
  auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  auto is_scheme_character = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  };
  std::size_t colon = text.find(':');
  if (colon == Text::npos || colon == 0) return {};
  Text scheme = text.substr(0, colon);
  if (!is_letter(scheme.front()) || !std::ranges::all_of(scheme, is_scheme_character)) return {};
  text.remove_prefix(colon + 1);
  return lower(scheme);
}

// Cuts what follows the first `mark` off the end.
std::optional<Text> take_after(Text& text, char mark) {
  std::size_t at = text.find(mark);
  if (at == Text::npos) return std::nullopt;
  Text after = text.substr(at + 1);
  text = text.substr(0, at);
  return after;
}

bool is_dot(Text segment) {
  return segment == "." || equals_ignoring_case(segment, "%2e");
}
bool is_double_dot(Text segment) {
  if (segment.starts_with('.')) return is_dot(segment.substr(1));
  return segment.size() > 3 && is_dot(segment.substr(0, 3)) && is_dot(segment.substr(3));
}

// Reads one reference into a Url. Each step answers whether a browser would go on.
class Reader {
 public:
  Reader(Text reference, const Url* base) : rest_(reference), base_(base) {}

  std::optional<Url> read() {
    std::optional<Text> fragment = take_after(rest_, '#');
    query_ = take_after(rest_, '?');
    url_.scheme = take_scheme(rest_);
    bool is_good = url_.scheme.empty() ? read_without_scheme(fragment.has_value()) : read_with_scheme();
    if (!is_good) return std::nullopt;
    if (query_) {
      url_.has_query = true;
      url_.query = percent_encode(*query_, is_special() ? kSpecialQueryEscapes : kQueryEscapes);
    }
    if (fragment) {
      url_.has_fragment = true;
      url_.fragment = percent_encode(*fragment, kFragmentEscapes);
    }
    return std::move(url_);
  }

 private:
  bool is_special() const { return special_ != nullptr; }
  bool is_file() const { return url_.scheme == "file"; }
  bool is_slash(char c) const { return c == '/' || (is_special() && c == '\\'); }
  bool starts_with_slashes(std::size_t count) const {
    return rest_.size() >= count &&
           std::ranges::all_of(rest_.substr(0, count), [this](char c) { return is_slash(c); });
  }
  void skip_slashes() {
    while (starts_with_slashes(1)) rest_.remove_prefix(1);
  }

  bool read_with_scheme() {
    special_ = find_special(url_.scheme);
    if (!is_special()) {
      if (starts_with_slashes(2)) {
        rest_.remove_prefix(2);
        return read_authority();
      }
      if (starts_with_slashes(1)) return read_path({});
      return read_opaque_path();
    }
    bool is_base_alike = base_ != nullptr && base_->scheme == url_.scheme;
    // "https:page" on an https page is relative, as it was in the web's first years.
    if (is_base_alike && !rest_.starts_with("//")) return read_relative();
    if (is_file()) return read_file();
    skip_slashes();
    return read_authority();
  }

  bool read_without_scheme(bool has_fragment) {
    if (base_ == nullptr) return false;
    special_ = find_special(base_->scheme);
    if (!base_->is_opaque) {
      url_.scheme = base_->scheme;
      return read_relative();
    }
    // Only a fragment can be added to mailto: and its like.
    if (!rest_.empty() || query_ || !has_fragment) return false;
    url_ = *base_;
    return true;
  }

  bool read_relative() {
    if (starts_with_slashes(2)) {
      if (is_file()) return read_file();
      rest_.remove_prefix(2);
      if (is_special()) skip_slashes();
      return read_authority();
    }
    copy_authority_of_base();
    if (starts_with_slashes(1)) return read_path({});
    if (rest_.empty()) {
      url_.path = base_->path;
      if (!query_) {
        url_.query = base_->query;
        url_.has_query = base_->has_query;
      }
      return true;
    }
    std::vector<std::string> segments;
    if (!base_->path.empty()) {
      for (Text segment : split(Text{base_->path}.substr(1), '/')) segments.emplace_back(segment);
      segments.pop_back();
    }
    return read_path(std::move(segments));
  }

  bool read_file() {
    url_.has_authority = true;
    if (starts_with_slashes(2)) {
      rest_.remove_prefix(2);
      Text name = take_authority();
      if (!name.empty()) {
        auto host = normalize_host(name);
        if (!host) return false;
        if (*host != "localhost") url_.host = std::move(*host);
      }
    }
    return read_path({});
  }

  Text take_authority() {
    std::size_t end = std::min(rest_.find_first_of(is_special() ? "/\\" : "/"), rest_.size());
    Text authority = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return authority;
  }

  bool read_authority() {
    url_.has_authority = true;
    Text host = take_authority();
    // The last '@' ends the user's name: in http://good.org@evil.org/ the host is evil.org.
    std::size_t sign = host.rfind('@');
    if (sign != Text::npos) {
      read_user(host.substr(0, sign));
      host.remove_prefix(sign + 1);
      if (host.empty()) return false;
    }
    std::size_t close = host.starts_with('[') ? host.find(']') : 0;
    if (close == Text::npos) return false;
    std::size_t colon = host.find(':', close);
    if (colon != Text::npos) {
      if (colon == 0 || !read_port(host.substr(colon + 1))) return false;
      host = host.substr(0, colon);
    }
    auto normalized = is_special() ? normalize_host(host) : normalize_opaque_host(host);
    if (!normalized) return false;
    url_.host = std::move(*normalized);
    return read_path({});
  }

  void read_user(Text info) {
    std::optional<Text> password = take_after(info, ':');
    url_.username = percent_encode(info, kUserInfoEscapes);
    url_.password = percent_encode(password.value_or(""), kUserInfoEscapes);
  }

  bool read_port(Text digits) {
    std::uint32_t number = 0;
    for (char c : digits) {
      if (c < '0' || c > '9') return false;
      number = number * 10 + static_cast<std::uint32_t>(c - '0');
      if (number > UINT16_MAX) return false;
    }
    if (!digits.empty() && !(is_special() && special_->port == number))
      url_.port = static_cast<std::uint16_t>(number);
    return true;
  }

  // Appends what is left to the segments of the base, if any, and resolves "." and "..".
  bool read_path(std::vector<std::string> segments) {
    if (rest_.empty() && !is_special()) return true;
    if (starts_with_slashes(1)) rest_.remove_prefix(1);
    bool is_last = false;
    while (!is_last) {
      std::size_t end = std::min(rest_.find_first_of(is_special() ? "/\\" : "/"), rest_.size());
      is_last = end == rest_.size();
      Text segment = rest_.substr(0, end);
      if (is_double_dot(segment)) {
        if (!segments.empty()) segments.pop_back();
        if (is_last) segments.emplace_back();
      } else if (is_dot(segment)) {
        if (is_last) segments.emplace_back();
      } else {
        segments.push_back(percent_encode(segment, kPathEscapes));
      }
      rest_.remove_prefix(is_last ? end : end + 1);
    }
    url_.path = cat("/", join(segments, "/"));
    return true;
  }

  bool read_opaque_path() {
    url_.is_opaque = true;
    url_.path = percent_encode(rest_, kOpaqueEscapes);
    // A blank at the very end would be lost when the text is read again without what follows it.
    if (url_.path.ends_with(' ')) url_.path.replace(url_.path.size() - 1, 1, "%20");
    return true;
  }

  void copy_authority_of_base() {
    url_.username = base_->username;
    url_.password = base_->password;
    url_.host = base_->host;
    url_.port = base_->port;
    url_.has_authority = base_->has_authority;
  }

  Text rest_;
  const Url* base_;
  const SpecialScheme* special_ = nullptr;
  std::optional<Text> query_;
  Url url_;
};

}  // namespace

std::string Url::text_without_fragment() const {
  std::string out = cat(scheme, ":");
  if (has_authority) {
    out += "//";
    out += username;
    if (!password.empty()) out += cat(":", password);
    if (!username.empty() || !password.empty()) out += '@';
    out += host;
    if (port) out += cat(":", *port);
  } else if (!is_opaque && path.starts_with("//")) {
    out += "/.";  // else the path would read as an authority
  }
  out += path;
  if (has_query) out += cat("?", query);
  return out;
}

std::string Url::text() const {
  std::string out = text_without_fragment();
  if (has_fragment) out += cat("#", fragment);
  return out;
}

std::string Url::origin() const {
  if (scheme == "blob") {
    auto inner = parse_url(path);
    return inner && inner->is_web() ? inner->origin() : "null";
  }
  if (scheme == "file" || find_special(scheme) == nullptr) return "null";
  return port ? cat(scheme, "://", host, ":", *port) : cat(scheme, "://", host);
}

std::optional<std::uint16_t> Url::effective_port() const {
  if (port) return port;
  const SpecialScheme* special = find_special(scheme);
  return special != nullptr ? special->port : std::nullopt;
}

std::optional<Url> parse_url(std::string_view text) {
  std::string clean = cleaned(text);
  return Reader{clean, nullptr}.read();
}

std::optional<Url> resolve_url(const Url& base, std::string_view reference) {
  std::string clean = cleaned(reference);
  return Reader{clean, &base}.read();
}

}  // namespace oc
