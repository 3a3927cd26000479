#include "crawl/robots.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace oc::crawl {
namespace {

constexpr std::size_t kMostRules = 20'000;
constexpr std::size_t kMostSitemaps = 1000;
constexpr double kLongestDelaySeconds = 60;

bool is_token_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

// "OpenChrome/1.0 (+x)" → "openchrome"; "*" stays.
std::string product_token(std::string_view value) {
  if (value.starts_with('*')) return "*";
  std::size_t end = 0;
  while (end < value.size() && is_token_letter(value[end])) ++end;
  return lower(value.substr(0, end));
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int hex_value(char c) {
  return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

bool is_unreserved(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

void append_encoded(std::string& out, unsigned char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  out += '%';
  out += kDigits[c >> 4U];
  out += kDigits[c & 15U];
}

// One spelling for one path: %7E is ~, %2f stays %2F (it is no slash), ツ is %E3%83%84.
std::string normalized(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    auto c = static_cast<unsigned char>(path[i]);
    if (c == '%' && i + 2 < path.size() && is_hex(path[i + 1]) && is_hex(path[i + 2])) {
      auto decoded = static_cast<unsigned char>(hex_value(path[i + 1]) * 16 + hex_value(path[i + 2]));
      if (is_unreserved(decoded)) {
        out += static_cast<char>(decoded);
      } else {
        append_encoded(out, decoded);
      }
      i += 2;
    } else if (c >= 0x80 || c <= 0x20) {
      append_encoded(out, c);
    } else {
      out += static_cast<char>(c);
    }
  }
  return out;
}

struct Line {
  std::string key;
  std::string_view value;
};

// "Key : value # remark"; with a space instead of the colon as some write it.
std::optional<Line> read_line(std::string_view text) {
  text = trim(text.substr(0, text.find('#')));
  std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    std::size_t space = text.find_first_of(" \t");
    if (space == std::string_view::npos) return std::nullopt;
    return Line{lower(text.substr(0, space)), trim(text.substr(space))};
  }
  return Line{lower(trim(text.substr(0, colon))), trim(text.substr(colon + 1))};
}

std::optional<std::chrono::milliseconds> read_delay(std::string_view value) {
  double seconds = 0;
  auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (problem != std::errc{} || !(seconds >= 0)) return std::nullopt;
  return std::chrono::milliseconds{static_cast<std::int64_t>(std::min(seconds, kLongestDelaySeconds) * 1000)};
}

}  // namespace

bool fits_rule(std::string_view path, std::string_view pattern) {
  bool anchored = pattern.ends_with('$');
  if (anchored) pattern.remove_suffix(1);
  // Positions in the path that the pattern so far can reach; linear in practice, never exponential.
  std::size_t p = 0;
  std::size_t at = 0;
  std::size_t star = std::string_view::npos;
  std::size_t mark = 0;
  while (true) {
    if (p == pattern.size()) {
      if (!anchored || at == path.size()) return true;
    } else if (pattern[p] == '*') {
      star = ++p;
      mark = at;
      continue;
    } else if (at < path.size() && pattern[p] == path[at]) {
      ++p;
      ++at;
      continue;
    }
    if (star == std::string_view::npos || mark >= path.size()) return false;
    p = star;
    at = ++mark;
  }
}

Robots Robots::parse(std::string_view text, std::string_view agent) {
  std::string own = product_token(agent);
  Robots ours;    // the groups of our name, together
  Robots others;  // those of "*"
  bool is_named = false;
  bool names_us = false;  // the group that is being read
  bool names_all = false;
  bool in_names = false;  // its first lines
  Robots out;
  text = text.substr(0, kMaxRobotsBytes);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::string unix_text{text};
  std::ranges::replace(unix_text, '\r', '\n');
  for (std::string_view raw : split(unix_text, '\n')) {
    auto line = read_line(raw);
    if (!line) continue;
    if (line->key == "user-agent") {
      if (!in_names) names_us = names_all = false;
      in_names = true;
      std::string token = product_token(line->value);
      names_us = names_us || (!token.empty() && token == own);
      names_all = names_all || token == "*";
      is_named = is_named || names_us;
      continue;
    }
    if (line->key == "sitemap") {
      if (!line->value.empty() && out.sitemaps_.size() < kMostSitemaps)
        out.sitemaps_.emplace_back(line->value);
      continue;  // belongs to no group and ends none
    }
    bool is_rule = line->key == "allow" || line->key == "disallow";
    if (!is_rule && line->key != "crawl-delay") continue;
    in_names = false;
    for (Robots* group : {names_us ? &ours : nullptr, names_all ? &others : nullptr}) {
      if (!group) continue;
      if (!is_rule) {
        if (auto delay = read_delay(line->value)) group->delay_ = delay;
      } else if (!line->value.empty() && group->rules_.size() < kMostRules) {
        group->rules_.push_back({normalized(line->value), line->key == "allow"});
      }
    }
  }
  Robots& chosen = is_named ? ours : others;
  out.rules_ = std::move(chosen.rules_);
  out.delay_ = chosen.delay_;
  return out;
}

Robots Robots::deny_all() {
  Robots out;
  out.rules_.push_back({"/", false});
  return out;
}

Robots Robots::for_status(int status, std::string_view body, std::string_view agent) {
  if (status >= 200 && status < 300) return parse(body, agent);
  // 429 asks to come back later, as errors of the server do.
  return status >= 500 || status == 429 || status == 0 ? deny_all() : allow_all();
}

bool Robots::allows(const Url& url) const {
  std::string path = normalized(url.path.empty() ? "/" : url.path);
  if (path == "/robots.txt") return true;
  if (url.has_query) path += cat("?", normalized(url.query));
  std::size_t longest = 0;
  bool allowed = true;
  for (const Rule& rule : rules_) {
    bool decides = rule.pattern.size() > longest || (rule.pattern.size() == longest && rule.allow);
    if (!decides || !fits_rule(path, rule.pattern)) continue;
    longest = rule.pattern.size();
    allowed = rule.allow;
  }
  return allowed;
}

}  // namespace oc::crawl
