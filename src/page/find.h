// Elements by plain words: what a person would call them.
#pragma once
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
  double score = 0;
  std::string frame_id;
};

struct Found {
  std::vector<Match> matches;  // best first, over all frames
  std::vector<Match> nearest;  // when there is none
  std::int64_t total = 0;
  browser::PageState state;
};

// `roles`: only elements of these; empty: of any.
Task<Result<Found>> find_elements(browser::Tab& tab, std::string query, int limit, Stop stop,
                                  std::vector<std::string> roles = {});

// "[ref_12] button: "Sign in" at (1180,24) exact"
std::string match_line(const Match& match);

}  // namespace oc::page
