// What has become of the tabs of a snapshot, and how an agent that has lost its context is told.
#pragma once
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "session/snapshot.h"

namespace oc::session {

enum class Fate : std::uint8_t {
  live,      // the same tab shows that page
  remapped,  // another one does
  closed,    // none does
};

// A tab as it is now.
struct TabNow {
  std::string tab_id;
  std::string url;
};

// What came of opening a closed one again.
struct Reopened {
  std::string tab_id;  // empty: it could not be opened
  std::vector<std::string> done;
  std::vector<std::string> not_done;
};

struct TabFate {
  Fate fate = Fate::closed;
  std::string tab_id;     // the one that shows it now; empty when none does
  std::string shows_now;  // of a closed one: what the tab of its id shows instead
  std::optional<Reopened> reopened = std::nullopt;
};

// One per tab of the snapshot, in its order. A tab of now stands for one tab of the snapshot at most. Parts
// of one page (#fragments) are the same page.
std::vector<TabFate> fates(const std::vector<TabRecord>& before, const std::vector<TabNow>& now);

// The memo first, then the tabs.
std::string resume_text(const Snapshot& snapshot, const std::vector<TabFate>& fates, std::int64_t now_ms);
// The same as data, without what only a machine that restores needs.
json::object resume_json(const Snapshot& snapshot, const std::vector<TabFate>& fates);

}  // namespace oc::session

template <>
struct oc::EnumWords<oc::session::Fate> {
  static constexpr std::array<std::string_view, 3> words{"LIVE", "REMAPPED", "CLOSED"};
};
