#include "json/redact.h"

#include <array>

#include "base/text.h"
#include "json/write.h"

namespace oc::json {
namespace {

constexpr std::array<std::string_view, 11> kSecretWords{"password",      "passwd", "passphrase", "secret",
                                                        "token",         "apikey", "accesskey",  "privatekey",
                                                        "authorization", "cookie", "credential"};

bool ends_value(char c) {
  return c == '&' || c == '#' || c == ' ' || c == '"' || c == '\'' || c == '<' || c == '>' || c == '\n';
}

// user:pass@ between "://" and the end of the authority.
void redact_user_info(std::string& text) {
  std::size_t at = 0;
  while ((at = text.find("://", at)) != std::string::npos) {
    std::size_t start = at + 3;
    std::size_t end = text.find_first_of("/?# \"'<>\n", start);
    std::string_view authority =
        std::string_view{text}.substr(start, end == std::string::npos ? end : end - start);
    std::size_t sign = authority.rfind('@');
    if (sign != std::string_view::npos) text.replace(start, sign, kRedacted);
    at = start;
  }
}

// name=value after ?, & or #, where the name is a secret's.
void redact_query_values(std::string& text) {
  std::size_t at = 0;
  while ((at = text.find_first_of("?&#", at)) != std::string::npos) {
    std::size_t start = ++at;
    std::size_t equals = text.find('=', start);
    if (equals == std::string::npos) return;
    std::string_view name = std::string_view{text}.substr(start, equals - start);
    if (name.size() > 64 || name.find_first_of("?&# /") != std::string_view::npos || !is_secret_name(name))
      continue;
    std::size_t end = equals + 1;
    while (end < text.size() && !ends_value(text[end])) ++end;
    text.replace(equals + 1, end - equals - 1, kRedacted);
    at = equals + 1 + kRedacted.size();
  }
}

void redact_bearer(std::string& text) {
  constexpr std::string_view kSchemes[] = {"Bearer ", "bearer ", "Basic "};
  for (std::string_view scheme : kSchemes) {
    std::size_t at = 0;
    while ((at = text.find(scheme, at)) != std::string::npos) {
      at += scheme.size();
      std::size_t end = at;
      while (end < text.size() && text[end] > ' ' && text[end] != '"' && text[end] != '\'' &&
             text[end] != ',')
        ++end;
      if (end - at >= 8) text.replace(at, end - at, kRedacted);
    }
  }
}

value redact_member(std::string_view name, const value& from) {
  // A count such as maxOutputTokens is no secret.
  bool counts = from.is_number() && snake_case(name).find("token") != std::string::npos;
  bool keeps = from.is_null() || from.is_bool() || counts;
  if (is_secret_name(name) && !keeps) return value(kRedacted);
  return redact(from);
}

void shorten_texts(value& in, std::size_t max_bytes) {
  if (string* text = in.if_string()) {
    if (text->size() <= max_bytes) return;
    std::size_t size = text->size();
    *text = cat(cut(view(*text), max_bytes), "… (", size, " bytes)");
  } else if (array* items = in.if_array()) {
    constexpr std::size_t kItems = 20;
    std::size_t count = items->size();
    if (count > kItems) {
      items->resize(kItems);
      items->push_back(value(cat("… (", count, " items)")));
    }
    for (value& item : *items) shorten_texts(item, max_bytes);
  } else if (object* members = in.if_object()) {
    for (auto& member : *members) shorten_texts(member.value(), max_bytes);
  }
}

}  // namespace

bool is_secret_name(std::string_view name) {
  std::string plain;
  for (char c : lower(name)) {
    if (c != '_' && c != '-' && c != ' ') plain += c;
  }
  if (plain == "pwd" || plain == "auth" || plain == "pin" || plain == "sig" || plain == "signature")
    return true;
  return std::ranges::any_of(kSecretWords,
                             [&](std::string_view word) { return plain.find(word) != std::string::npos; });
}

std::string redact_text(std::string_view text) {
  std::string out{text};
  if (out.find("://") != std::string::npos) redact_user_info(out);
  if (out.find('=') != std::string::npos) redact_query_values(out);
  redact_bearer(out);
  return out;
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
    for (const auto& [key, member] : *members) out[key] = redact_member(key, member);
    return out;
  }
  return from;
}

std::string arguments_summary(const object& arguments, std::size_t max_bytes) {
  value clean = redact(arguments);
  for (std::size_t limit = 512; limit >= 8; limit /= 4) {
    value shorter = clean;
    shorten_texts(shorter, limit);
    std::string text = write(shorter);
    if (text.size() <= max_bytes) return text;
  }
  // Very many members: say what they are called.
  object names;
  for (const auto& member : clean.get_object()) {
    names[shorten(member.key(), 40)] = "…";
    if (write(names).size() + 24 > max_bytes) {
      names.erase(names.find(shorten(member.key(), 40)));
      break;
    }
  }
  names["…"] = arguments.size();
  return write(names);
}

}  // namespace oc::json
