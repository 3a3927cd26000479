// Receipt: what is kept of one idempotency key. First the intent of a call, with the server that runs it;
// then, in its place, what came of it. The key itself is not in it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/enum_words.h"
#include "base/result.h"
#include "json/json.h"
#include "json/record.h"

namespace oc::receipts {

enum class ReceiptState : std::uint8_t { running, done };

// A server process, beyond the reuse of its pid.
struct Owner {
  std::int64_t pid = 0;
  std::int64_t start_ticks = 0;

  static Owner self();
  static const json::Record<Owner>& record();
  bool operator==(const Owner&) const = default;
};

struct Receipt {
  ReceiptState state = ReceiptState::running;
  std::string tool;
  std::string fingerprint;  // of the arguments
  Owner owner;
  std::int64_t started_at_ms = 0;
  std::int64_t recorded_at_ms = 0;  // once done
  bool redacted = false;            // the outcome lacks secrets that the first answer had
  json::object outcome = {};        // as whoever recorded it writes it

  static const json::Record<Receipt>& record();
  std::string text() const;
};

// Nothing when the text is no receipt.
std::optional<Receipt> parse_receipt(std::string_view text);

// The name under which a key is kept: hex digits that do not tell the key.
std::string id_of(std::string_view key);
// The same for the same arguments, however their members are ordered and spelled. Mixed with the key, so that
// a short secret among them cannot be guessed from it.
std::string fingerprint_of(std::string_view key, const json::object& arguments);

}  // namespace oc::receipts

template <>
struct oc::EnumWords<oc::receipts::ReceiptState> {
  static constexpr std::array<std::string_view, 2> words{"running", "done"};
};
