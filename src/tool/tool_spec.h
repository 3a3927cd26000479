// ToolSpec: everything the server, the documentation and the pipeline know about a tool. Stated once, in its
// file.
#pragma once
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/effect.h"
#include "base/enum_words.h"

namespace oc::tool {

enum class Tier : std::uint8_t { core = 1, specialist = 2, expert = 3 };

// What a tool works with: follows from the first parameter of its function.
enum class Needs : std::uint8_t { nothing, browser, tab };

// A tool whose effect depends on an argument: computer{action: screenshot} observes.
struct EffectRule {
  std::string_view argument;
  std::string_view value;
  Effect effect;
};

struct ToolSpec {
  std::string_view name;
  std::string_view title = {};
  std::string_view summary;
  std::string_view use_when = {};
  std::string_view avoid_when = {};
  Tier tier = Tier::core;
  Effect effect = Effect::observation;
  std::span<const EffectRule> effect_rules = {};
  // Hints for clients that ask before they call. An observation is always read-only.
  bool read_only = false;   // of a management tool: changes nothing
  bool destructive = true;  // of an action: may undo or overwrite something
  bool idempotent = false;  // the same call again changes nothing more
  std::chrono::milliseconds default_timeout{30'000};
  // Of a tool that needs a tab:
  bool wants_tab_alone = false;        // an observation that others on the tab would disturb
  bool opens_tab = false;              // makes one where there is none, and does not care what it shows
  std::string_view new_tab_flag = {};  // a boolean argument that asks for a tab of its own
  bool looks = true;                   // false: it does not matter to it whether the page is drawn
  bool holds_lane = true;              // false: it waits or reads what is noted already, and lets others work
};

struct ToolHints {
  bool read_only;
  bool destructive;
  bool idempotent;
  bool open_world;
};

constexpr ToolHints hints(const ToolSpec& spec) {
  bool read_only = spec.effect == Effect::observation || spec.read_only;
  return {.read_only = read_only,
          .destructive = !read_only && spec.destructive,
          .idempotent = read_only || spec.idempotent,
          .open_world = spec.effect != Effect::management};
}

}  // namespace oc::tool
