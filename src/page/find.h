// Elements by plain words: what a person would call them.
#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "page/script_runner.h"

namespace oc::page {

struct Match {
  std::string ref;
  std::string role;
  std::string name;
  bool is_placed = true;  // else nobody asked where it is
  std::int64_t x = 0;     // centre, in the page's viewport
  std::int64_t y = 0;
  std::string quality;  // exact, prefix, words, fuzzy
  bool visible = true;
  std::vector<std::string> states;
  int sure = 0;           // 2: it is what was said, 1: in a wider sense, 0: only good enough to be shown
  std::int64_t rank = 0;  // two of the same rank fit equally well
  std::string container;  // what the record around it is called
  bool decided = false;   // the phrase named that record
  bool by_count = false;  // an ordinal chose it among those of its document
  std::string frame_id;
};

struct Found {
  std::vector<Match> matches;  // best first, over all frames
  std::vector<Match> nearest;  // when there is none
  std::int64_t total = 0;
  bool is_complete = true;    // everything was looked at: all frames answered, no limit was met
  int documents_counted = 0;  // in how many an ordinal found something to count
  browser::PageState state;
};

struct FindOptions {
  int limit = 10;
  std::vector<std::string> roles = {};         // only elements of these; empty: of any
  bool any_kind = false;                       // what cannot be operated may be meant as well
  std::chrono::milliseconds frame_time{2000};  // how long a frame may take to answer
};
Task<Result<Found>> find_elements(browser::Tab& tab, std::string query, FindOptions options, Stop stop);

// The one that an action may rely on: ambiguous_target with what tells the candidates apart,
// element_not_found with the nearest.
Result<Match> decide(const std::string& query, const Found& found);

// "[ref_12] button: "Sign in" in "Billing" at (1180,24) exact"
std::string match_line(const Match& match);

}  // namespace oc::page
