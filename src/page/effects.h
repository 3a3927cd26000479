// EffectWatch: what an action did, told by facts: where the page went, which dialog, tab or download it
// brought, which lines of the page came, went or changed. Waits on events until it is over, never on a clock
// alone.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "browser/browser.h"
#include "page/aim.h"

namespace oc::page {

// Where an action takes place.
// What earlier steps of the same call did.
struct StepsBefore {
  std::string field;                // ref of the field that the last step filled in; empty without one
  std::vector<std::string> opened;  // the lines that came with the last step, when they are a menu or a list
};

struct Scene {
  browser::Browser& browser;
  browser::Tab& tab;
  bool goes_on = false;  // the same call has another step after this one
  const StepsBefore* before = nullptr;
};

// How the line begins that says that there is nothing to tell.
inline constexpr std::string_view kNoChange = "no change was seen";

struct EffectReport {
  std::vector<std::string> lines;  // at most kMostLines
  bool left_page = false;          // another document has taken over
  // What got the click in place of the element, when the page shows nothing else: the press was lost.
  std::optional<std::string> lost_to = {};
  Result<void> press = {};  // hit_other_element when an expected press did not arrive; no lines then
};

class EffectWatch {
 public:
  static constexpr std::size_t kMostLines = 14;

  enum class Patience : std::uint8_t {
    any,     // any change is the effect
    choice,  // that the field shows the choice is not: pages filter and fetch a moment after it
    hover,   // what goes is not: menus close before the next one opens
  };
  // Notes how things stand outside of the page. Inside of it, aim() began to watch.
  EffectWatch(Scene scene, Aim aim, Patience patience = Patience::any);
  // The input was a press on this, in the main frame: report() also asks the page what became of it.
  void expect_press(Aim aim);
  // After the input: what came of it. Dialogs, new tabs and downloads are waited for here and told by the
  // lane, as in every answer.
  Task<EffectReport> report(Stop stop);

 private:
  std::string document() const;  // which one the main frame shows
  bool is_left() const;
  bool is_watched(const std::string& frame_id) const;  // also after the answer
  bool has_outside() const;
  bool is_downloading() const;
  Task<std::optional<json::object>> settle_in(std::string frame_id, std::int64_t longest_ms, Stop stop);
  Task<std::optional<json::object>> settle_page(std::int64_t longest_ms, Stop stop);
  Task<std::optional<json::object>> watch_page(Stop stop);
  Task<void> add_outer_lines(EffectReport& out, Stop stop);
  Task<void> follow(Stop stop);
  Task<void> wait_for_outside(Stop stop);
  void add_page_lines(const json::object& page, EffectReport& out) const;
  void add_miss(const json::object& page, bool shows_effect, EffectReport& out) const;
  void add_pending(bool has_spinner, EffectReport& out) const;

  Scene scene_;
  Aim aim_;
  Patience patience_;
  std::vector<std::string> frames_;  // the one that is acted in, then those around it
  std::vector<std::string> inner_frames_;
  std::map<std::string, std::string> inner_documents_;
  std::string url_;
  std::string loader_id_;
  std::string document_;
  std::uint64_t request_;
  std::uint64_t download_;
  std::size_t tabs_;
  bool expects_press_ = false;
  Result<void> press_;
  bool frames_tell_ = true;  // every watched frame says by itself when more happens
};

// What has happened in a tab since its last action was answered ("since then: …"), for the next answer;
// nothing when there was no action, or nothing happened. The page is asked only when it has reported a
// change.
Task<std::vector<std::string>> take_late_effects(browser::Tab& tab, Stop stop);
// At the end of a call: where it went itself is no news for the next one.
void mark_late_watch(browser::Tab& tab);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::EffectWatch::Patience> {
  static constexpr std::array<std::string_view, 3> words{"any", "choice", "hover"};
};
