// ToolSpec: everything the server, the documentation and the pipeline know about a tool. Stated once, in its
// file.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/effect.h"
#include "base/enum_words.h"
#include "base/result.h"
#include "json/json.h"
#include "tool/listing.h"

namespace oc::tool {

struct Question;

enum class Tier : std::uint8_t { core = 1, specialist = 2, expert = 3 };

// What a tool works with: follows from the first parameter of its function.
enum class Needs : std::uint8_t { nothing, browser, tab };

// A tool whose effect depends on an argument: computer{action: screenshot} observes.
struct EffectRule {
  std::string_view argument;
  std::string_view value;
  Effect effect;
};

// A call of another tool: its name, and its own arguments.
struct Delegation {
  std::string_view tool;
  json::object arguments;
};

struct ToolSpec {
  std::string_view name;
  std::string_view title = {};
  std::string_view summary;
  std::string_view use_when = {};
  std::string_view avoid_when = {};
  Tier tier = Tier::core;
  ListedWhen listed = ListedWhen::always;  // within its tier
  Effect effect = Effect::observation;
  std::span<const EffectRule> effect_rules = {};
  std::string_view destination = {};      // the argument that says where it goes
  std::string_view secret_argument = {};  // its value is never written down, whatever its name says
  // Hints for clients that ask before they call. An observation is always read-only.
  bool read_only = false;   // of a management tool: changes nothing
  bool destructive = true;  // of an action: may undo or overwrite something
  bool idempotent = false;  // the same call again changes nothing more
  std::chrono::milliseconds default_timeout{30'000};
  // How long it is told to wait, which is added to that; `timeout_ms` says it all, where it is given.
  std::chrono::milliseconds (*own_wait)(const json::object& arguments) = nullptr;
  bool waits_as_told = false;  // its own arguments say how long it may take, and the server adds no limit
  // Its answer:
  bool can_be_large = false;           // it takes output_mode
  std::string_view items_member = {};  // of JSON: the member whose elements are its items when it is stored
  bool is_bounded = false;             // a page of something stored: sent as it is, however long
  // With these arguments it is the work of another tool, which runs in its place; nothing: its own work.
  Result<std::optional<Delegation>> (*delegates)(const json::object& arguments) = nullptr;
  // Long work:
  bool long_running = false;  // may be started as a task, with its name as the kind
  // Its answer made of the units that it handed over, for when it was ended before it could answer itself.
  json::value (*from_items)(json::array units) = nullptr;
  bool needs_task = false;  // and cannot run in any other way
  // What it asks first of all, and what decides whether a task is begun at all.
  std::vector<Question> (*first_questions)() = nullptr;
  // Of a tool that needs a tab:
  bool wants_tab_alone = false;        // an observation that others on the tab would disturb
  bool opens_tab = false;              // makes one where there is none, and does not care what it shows
  std::string_view new_tab_flag = {};  // a boolean argument that asks for a tab of its own
  // These arguments need no tab after all: the work is done elsewhere.
  bool (*needs_no_tab)(const json::object& arguments) = nullptr;
  bool looks = true;       // false: it does not matter to it whether the page is drawn
  bool holds_lane = true;  // false: it waits or reads what is noted already, and lets others work
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
