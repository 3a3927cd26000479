#include "receipts/receipt.h"

#include <unistd.h>

#include <map>

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/process.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::receipts {
namespace {

// Members in the order of their names.
json::value ordered(const json::value& from) {
  if (const json::array* items = from.if_array()) {
    json::array out;
    for (const json::value& item : *items) out.push_back(ordered(item));
    return out;
  }
  const json::object* members = from.if_object();
  if (!members) return from;
  std::map<std::string_view, const json::value*> sorted;
  for (const auto& member : *members) sorted.emplace(member.key(), &member.value());
  json::object out;
  for (const auto& [name, value] : sorted) out[name] = ordered(*value);
  return out;
}

}  // namespace

Owner Owner::self() {
  return {.pid = getpid(),
          .start_ticks = static_cast<std::int64_t>(process_start_ticks(getpid()).value_or(0))};
}

const json::Record<Owner>& Owner::record() {
  using json::required;
  static const json::Record<Owner> fields{
      required("pid", &Owner::pid),
      required("start_ticks", &Owner::start_ticks),
  };
  return fields;
}

const json::Record<Receipt>& Receipt::record() {
  using json::optional;
  using json::required;
  static const json::Record<Receipt> fields{
      required("state", &Receipt::state),
      required("tool", &Receipt::tool),
      required("fingerprint", &Receipt::fingerprint),
      required("owner", &Receipt::owner),
      required("started_at", &Receipt::started_at_ms),
      optional("recorded_at", &Receipt::recorded_at_ms),
      optional("redacted", &Receipt::redacted),
      optional("outcome", &Receipt::outcome),
  };
  return fields;
}

std::string Receipt::text() const {
  return json::write(record().encode(*this));
}

std::optional<Receipt> parse_receipt(std::string_view text) {
  auto value = json::parse(text);
  if (!value || !value->is_object()) return std::nullopt;
  auto receipt = Receipt::record().decode(value->get_object());
  if (!receipt) return std::nullopt;
  return std::move(*receipt);
}

std::string id_of(std::string_view key) {
  return hex_encode(sha256(key));
}

std::string fingerprint_of(std::string_view key, const json::object& arguments) {
  json::object named;  // either spelling of an argument is accepted, so either is the same
  for (const auto& member : arguments) named[snake_case(member.key())] = member.value();
  return hex_encode(hmac_sha256(key, json::write(ordered(named))));
}

}  // namespace oc::receipts
