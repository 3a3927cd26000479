// EffectWatch: what an action did, told by facts: where the page went, which dialog, tab or download it
// brought, which lines of the page came, went or changed. Waits on events until it is over, never on a clock
// alone.
#pragma once
#include <string>
#include <vector>

#include "browser/browser.h"
#include "page/aim.h"

namespace oc::page {

// Where an action takes place.
struct Scene {
  browser::Browser& browser;
  browser::Tab& tab;
};

// How the line begins that says that there is nothing to tell.
inline constexpr std::string_view kNoChange = "no change was seen";

struct EffectReport {
  std::vector<std::string> lines;  // at most kMostLines
  bool left_page = false;          // another document has taken over
};

class EffectWatch {
 public:
  static constexpr std::size_t kMostLines = 14;

  // Notes how things stand outside of the page. Inside of it, aim() began to watch.
  EffectWatch(Scene scene, Aim aim);
  // After the input: what came of it. Dialogs, new tabs and downloads are waited for here and told by the
  // lane, as in every answer.
  Task<EffectReport> report(Stop stop);

 private:
  std::string document() const;  // which one the main frame shows
  bool is_left() const;
  bool has_outside() const;
  Task<std::optional<json::object>> settle_page(std::int64_t longest_ms, Stop stop);
  Task<std::optional<json::object>> watch_page(Stop stop);
  Task<void> follow(Stop stop);
  Task<void> wait_for_outside(Stop stop);
  void add_page_lines(const json::object& page, EffectReport& out) const;

  Scene scene_;
  Aim aim_;
  std::string url_;
  std::string loader_id_;
  std::string document_;
  std::uint64_t request_;
  std::uint64_t download_;
  std::size_t tabs_;
};

}  // namespace oc::page
