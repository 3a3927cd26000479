// Protocol revisions and what differs between them, as a table. Nothing outside this folder knows which is
// spoken.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/enum_words.h"

namespace oc::mcp {

enum class Revision : std::uint8_t { v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28 };

struct RevisionFacts {
  bool stateless = false;    // no handshake, no session: every request says who asks (2026-07-28)
  bool batches = false;      // arrays of messages are accepted
  bool annotations = false;  // tool hints, audio content, progress messages, the completions capability
  bool structured_content = false;  // titles, output schemas, structuredContent, resource links, elicitation
  bool tasks = false;               // task-augmented calls are part of the protocol itself
  bool sse_priming = false;         // an event stream begins with an empty event that carries an id
};

const RevisionFacts& facts(Revision revision);

inline constexpr Revision kLatestLegacy = Revision::v2025_11_25;
inline constexpr Revision kModern = Revision::v2026_07_28;

// The revision a handshake settles on: the asked one if it has a handshake and we speak it, else our latest
// such.
Revision negotiate(std::string_view asked);
// Does this text name a revision without handshake that we speak?
bool is_modern(std::string_view revision);

}  // namespace oc::mcp

template <>
struct oc::EnumWords<oc::mcp::Revision> {
  static constexpr std::array<std::string_view, 5> words{"2024-11-05", "2025-03-26", "2025-06-18",
                                                         "2025-11-25", "2026-07-28"};
};
