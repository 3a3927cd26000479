// Headers, ready-made responses and query strings.
#include "net/http_message.h"

#include <algorithm>
#include <boost/beast/http/status.hpp>

#include "base/text.h"

namespace oc::net {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// As URLSearchParams decodes: '+' is a space, and a '%' that starts no escape stands for itself.
std::string form_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out += ' ';
    } else if (text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
               hex_value(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

void Headers::set(std::string_view name, std::string_view value) {
  std::string kept{value};  // the value may be one of the fields about to go
  std::string kept_name{name};
  std::erase_if(fields_, [&](const auto& field) { return equals_ignoring_case(field.first, kept_name); });
  fields_.emplace_back(std::move(kept_name), std::move(kept));
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const auto& field : fields_) {
    if (equals_ignoring_case(field.first, name)) return field.second;
  }
  return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      fields_, [&](const auto& field) { return equals_ignoring_case(field.first, name); }));
}

HttpResponse HttpResponse::text(int status, std::string_view text) {
  return {status, {{"Content-Type", "text/plain; charset=utf-8"}}, std::string{text}};
}

HttpResponse HttpResponse::json(int status, std::string body) {
  return {status, {{"Content-Type", "application/json"}}, std::move(body)};
}

std::string_view reason_phrase(int status) {
  namespace http = boost::beast::http;
  if (status < 100 || status > 999) return "Unknown";
  http::status known = http::int_to_status(static_cast<unsigned>(status));
  if (known == http::status::unknown) return "Unknown";
  auto phrase = http::obsolete_reason(known);
  return {phrase.data(), phrase.size()};
}

std::optional<std::string> query_parameter(std::string_view query, std::string_view name) {
  for (std::string_view pair : split(query, '&')) {
    std::size_t equals = pair.find('=');
    if (form_decode(pair.substr(0, equals)) != name) continue;
    return equals == std::string_view::npos ? std::string{} : form_decode(pair.substr(equals + 1));
  }
  return std::nullopt;
}

}  // namespace oc::net
