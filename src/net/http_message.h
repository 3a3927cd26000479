// HTTP requests and responses as values. Nothing here knows how bytes travel.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oc::net {

// Header fields in order; names compare without regard to case.
class Headers {
 public:
  Headers() = default;
  Headers(std::initializer_list<std::pair<std::string, std::string>> fields) : fields_(fields) {}

  void add(std::string_view name, std::string_view value) { fields_.emplace_back(name, value); }
  void set(std::string_view name, std::string_view value);
  // The first field of that name.
  std::optional<std::string_view> find(std::string_view name) const;
  std::size_t count(std::string_view name) const;
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

struct HttpRequest {
  std::string method;
  std::string target;  // as sent
  std::string path;    // the target up to '?'
  std::string query;   // after '?'
  Headers headers;
  std::string body;
  int version = 11;  // 10 or 11
  bool keep_alive = true;
};

struct HttpResponse {
  int status = 200;
  Headers headers;
  std::string body;

  static HttpResponse text(int status, std::string_view text);
  static HttpResponse json(int status, std::string body);
};

std::string_view reason_phrase(int status);
// Value of a query parameter, percent-decoded.
std::optional<std::string> query_parameter(std::string_view query, std::string_view name);

}  // namespace oc::net
