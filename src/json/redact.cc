#include "json/redact.h"

#include <array>

#include "base/text.h"
#include "json/write.h"

namespace oc::json {
namespace {

constexpr std::array<std::string_view, 15> kSecretWords{
    "password",   "passwd",        "passphrase", "passcode",   "secret",    "token", "apikey", "accesskey",
    "privatekey", "authorization", "cookie",     "credential", "sessionid", "jwt",   "csrf"};
constexpr std::array<std::string_view, 10> kSecretNames{"pwd",       "auth", "pin", "otp", "sig",
                                                        "signature", "sid",  "cvv", "cvc", "ssn"};
constexpr std::size_t kLongestName = 64;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool ends_query_value(char c) {
  return c == '&' || c == '#' || c == ';' || c == '"' || c == '\'' || c == '<' || c == '>' ||
         static_cast<unsigned char>(c) <= ' ';
}

// user:pass@ between "://" and the end of the authority.
std::string without_user_info(std::string_view text) {
  std::string out;
  while (true) {
    std::size_t start = text.find("://");
    if (start == std::string_view::npos) break;
    start += 3;
    out += text.substr(0, start);
    text.remove_prefix(start);
    std::string_view authority = text.substr(0, std::min(text.find_first_of("/?# \"'<>\\\n"), text.size()));
    std::size_t sign = authority.rfind('@');
    if (sign != std::string_view::npos) {
      out += kRedacted;
      text.remove_prefix(sign);
    }
  }
  out += text;
  return out;
}

// Where the value that begins at `at` ends. After '=' it is a word; after ':' it is quoted, or the rest of
// the line, as in a header.
std::size_t end_of_value(std::string_view text, std::size_t at, char separator) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    std::size_t close = text.find(text[at], at + 1);
    return close == std::string_view::npos ? text.size() : close + 1;
  }
  if (separator == ':') return std::min(text.find_first_of("\r\n", at), text.size());
  while (at < text.size() && !ends_query_value(text[at])) ++at;
  return at;
}

// name=value, name: value and "name": "value", wherever they stand, when the name is a secret's. Every byte
// is looked at once: a text of separators must not cost more than one of letters.
std::string without_named_values(std::string_view text) {
  std::string out;
  std::size_t copied = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_name_character(text[at])) {
      ++at;
      continue;
    }
    std::size_t start = at;
    while (at < text.size() && is_name_character(text[at])) ++at;
    std::string_view name = text.substr(start, at - start);
    std::size_t next = at;
    while (next < text.size() && (text[next] == '"' || text[next] == '\'' || text[next] == '\\')) ++next;
    while (next < text.size() && is_blank(text[next])) ++next;
    if (next >= text.size() || (text[next] != '=' && text[next] != ':')) continue;
    char separator = text[next++];
    if (name.size() > kLongestName || !is_secret_name(name) || text.substr(next).starts_with("//")) continue;
    while (next < text.size() && (is_blank(text[next]) || text[next] == '\\')) ++next;
    std::size_t end = end_of_value(text, next, separator);
    if (end == next) continue;
    out += text.substr(copied, next - copied);
    out += kRedacted;
    copied = at = end;
  }
  out += text.substr(copied);
  return out;
}

// What follows Bearer, Basic, Token or Digest.
std::string without_credentials(std::string_view text) {
  constexpr std::array<std::string_view, 4> kSchemes{"bearer", "basic", "token", "digest"};
  constexpr std::size_t kShortest = 8;
  std::string out;
  std::size_t copied = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t blank = text.find(' ', at);
    if (blank == std::string_view::npos) break;
    std::string_view word = text.substr(at, blank - at);
    std::size_t word_start = word.find_last_of("\n\"':=,");
    if (word_start != std::string_view::npos) word.remove_prefix(word_start + 1);
    at = blank + 1;
    if (std::ranges::none_of(kSchemes,
                             [&](std::string_view scheme) { return equals_ignoring_case(word, scheme); }))
      continue;
    std::size_t end = at;
    while (end < text.size() && static_cast<unsigned char>(text[end]) > ' ' && text[end] != '"' &&
           text[end] != '\'' && text[end] != ',')
      ++end;
    if (end - at < kShortest) continue;
    out += text.substr(copied, at - copied);
    out += kRedacted;
    copied = at = end;
  }
  out += text.substr(copied);
  return out;
}

value redact_member(std::string_view name, const value& from) {
  // A count such as maxOutputTokens is no secret.
  bool counts = from.is_number() && snake_case(name).find("token") != std::string::npos;
  bool keeps = from.is_null() || from.is_bool() || counts;
  if (is_secret_name(name) && !keeps) return value(kRedacted);
  return redact(from);
}

// {"selector": "#password", "value": …}: the secret's name stands beside its value.
bool names_a_secret(const object& members) {
  constexpr std::array<std::string_view, 6> kNaming{"name", "key", "label", "field", "selector", "header"};
  return std::ranges::any_of(kNaming, [&](std::string_view key) {
    auto text = find_string(members, key);
    return text && text->size() <= 4 * kLongestName && is_secret_name(*text);
  });
}

bool holds_a_value(std::string_view name) {
  return name == "value" || name == "text" || name == "content" || name == "val";
}

// A copy without what is beyond use: texts of at most `max_bytes`, and no more items and members than anyone
// reads.
value shortened(const value& from, std::size_t max_bytes) {
  constexpr std::size_t kItems = 20;
  constexpr std::size_t kMembers = 100;
  if (const string* text = from.if_string()) {
    if (text->size() <= max_bytes) return from;
    return value(cat(cut(view(*text), max_bytes), "… (", text->size(), " bytes)"));
  }
  if (const array* items = from.if_array()) {
    array out;
    for (const value& item : *items) {
      if (out.size() == kItems) break;
      out.push_back(shortened(item, max_bytes));
    }
    if (items->size() > kItems) out.push_back(value(cat("… (", items->size(), " items)")));
    return out;
  }
  if (const object* members = from.if_object()) {
    object out;
    for (const auto& [key, member] : *members) {
      if (out.size() == kMembers) break;
      out[shorten(key, kLongestName)] = shortened(member, max_bytes);
    }
    if (members->size() > kMembers) out["…"] = cat(members->size(), " members");
    return out;
  }
  return from;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  std::string plain;
  for (char c : lower(name)) {
    if (c != '_' && c != '-' && c != ' ' && c != '.') plain += c;
  }
  if (std::ranges::find(kSecretNames, plain) != kSecretNames.end()) return true;
  return std::ranges::any_of(kSecretWords,
                             [&](std::string_view word) { return plain.find(word) != std::string::npos; });
}

std::string redact_text(std::string_view text) {
  return without_credentials(without_named_values(without_user_info(text)));
}

value redact(const value& from) {
  if (const string* text = from.if_string()) return value(redact_text(view(*text)));
  if (const array* items = from.if_array()) {
    array out;
    for (const value& item : *items) out.push_back(redact(item));
    return out;
  }
  if (const object* members = from.if_object()) {
    object out;
    bool secret = names_a_secret(*members);
    for (const auto& [key, member] : *members)
      out[key] = secret && holds_a_value(key) ? value(kRedacted) : redact_member(key, member);
    return out;
  }
  return from;
}

std::string arguments_summary(const object& arguments, std::size_t max_bytes) {
  for (std::size_t limit = 512; limit >= 8; limit /= 4) {
    // Shortened first: what is cut away need not be looked at, however large it was.
    std::string text = write(redact(shortened(arguments, limit)));
    if (text.size() <= max_bytes) return text;
  }
  // Deep or wide beyond any use: say how large it was.
  return write(object{{"…", cat(arguments.size(), " members")}});
}

}  // namespace oc::json
