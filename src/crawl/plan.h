// What a crawl shall do, and what it brings home.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "json/json.h"

namespace oc::crawl {

enum class Engine : std::uint8_t {
  automatic,  // fetched; rendered only where the page needs it
  browser,
  fetch,  // "static"
};
enum class Format : std::uint8_t { markdown, text, html, structured };
enum class Strategy : std::uint8_t {
  bfs,
  best_first,  // by the words of `query`
};
// Which links are followed, seen from the first page.
enum class Scope : std::uint8_t { origin, host, domain, any };

struct Plan {
  std::string url;
  std::int64_t max_depth = 2;
  std::int64_t max_pages = 20;
  Scope scope = Scope::origin;
  std::vector<std::string> include;  // wildcards; empty: all
  std::vector<std::string> exclude;
  Format format = Format::markdown;
  bool respect_robots = true;
  std::int64_t delay_ms = 0;
  int concurrency = 4;
  Engine engine = Engine::automatic;
  Strategy strategy = Strategy::bfs;
  std::string query;
  std::vector<std::string> seeds;  // further addresses to begin with, of depth 0
  bool follow_links = true;        // else only the seeds
  std::int64_t fail_on_page = 0;   // for tests: this one throws
};

struct Page {
  std::string url;  // where it was found in the end
  std::string title;
  json::value content;  // text, or an object when the format is structured
  std::int64_t depth = 0;
  std::int64_t links_found = 0;
  std::int64_t status = 0;  // 0: no answer
  Engine engine = Engine::fetch;
  bool truncated = false;    // there is more of it than what is read of one page
  std::string error;         // why there is no content
  std::uint64_t number = 0;  // in the order of discovery

  bool failed() const { return !error.empty(); }
  json::object to_json() const;
};

}  // namespace oc::crawl

template <>
struct oc::EnumWords<oc::crawl::Engine> {
  static constexpr std::array<std::string_view, 3> words{"auto", "browser", "static"};
};
template <>
struct oc::EnumWords<oc::crawl::Format> {
  static constexpr std::array<std::string_view, 4> words{"markdown", "text", "html", "structured"};
};
template <>
struct oc::EnumWords<oc::crawl::Strategy> {
  static constexpr std::array<std::string_view, 2> words{"bfs", "best_first"};
};
template <>
struct oc::EnumWords<oc::crawl::Scope> {
  static constexpr std::array<std::string_view, 4> words{"origin", "host", "domain", "any"};
};
