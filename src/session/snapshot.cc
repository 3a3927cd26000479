#include "session/snapshot.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "json/redact.h"

namespace oc::session {
namespace {

using json::optional;
using json::Record;
using json::required;

using json::text_of;

// What browsers fill in from their vaults: cards and codes.
bool is_secret_purpose(std::string_view autocomplete) {
  constexpr std::array<std::string_view, 5> kPurposes{"cc-number", "cc-csc", "cc-exp", "one-time-code",
                                                      "password"};
  return std::ranges::any_of(kPurposes,
                             [&](std::string_view purpose) { return autocomplete.contains(purpose); });
}

void redact_value(json::object& entry, bool is_secret) {
  json::value* held = entry.if_contains("value");
  if (!held) return;
  const json::string* text = held->if_string();
  if (is_secret) {
    bool is_empty = text && text->empty();
    if (is_empty) return;
    *held = json::kRedacted;
    entry["redacted"] = true;
  } else if (text) {
    std::string clean = json::redact_text(json::view(*text));
    if (clean == json::view(*text)) return;
    *held = std::move(clean);
    entry["redacted"] = true;
  }
}

}  // namespace

const Record<Memo>& Memo::record() {
  static const Record<Memo> fields{
      required("objective", &Memo::objective),
      required("currentStep", &Memo::current_step),
      required("nextActions", &Memo::next_actions),
      optional("completedSteps", &Memo::completed_steps),
      optional("notes", &Memo::notes),
      optional("label", &Memo::label),
  };
  return fields;
}

const Record<TabRecord>& TabRecord::record() {
  static const Record<TabRecord> fields{
      required("tabId", &TabRecord::tab_id),        required("url", &TabRecord::url),
      required("title", &TabRecord::title),         optional("scroll", &TabRecord::scroll),
      optional("fields", &TabRecord::fields),       optional("sessionStorage", &TabRecord::session_storage),
      optional("passwords", &TabRecord::passwords), optional("files", &TabRecord::files),
      optional("leftOut", &TabRecord::left_out),    optional("error", &TabRecord::error),
  };
  return fields;
}

const Record<Snapshot>& Snapshot::record() {
  static const Record<Snapshot> fields{
      required("version", &Snapshot::version),
      required("snapshotId", &Snapshot::snapshot_id),
      required("createdAt", &Snapshot::created_at),
      required("workspace", &Snapshot::workspace),
      required("secrets", &Snapshot::secrets),
      required("memo", &Snapshot::memo),
      required("tabs", &Snapshot::tabs),
      optional("localStorage", &Snapshot::local_storage),
      optional("cookies", &Snapshot::cookies),
      optional("tabsLeftOut", &Snapshot::tabs_left_out),
  };
  return fields;
}

void redact_fields(json::value& fields) {
  if (!fields.is_array()) return;
  for (json::value& field : fields.get_array()) {
    json::object* entry = field.if_object();
    if (!entry || !entry->contains("value") || entry->at("value").is_bool()) continue;
    redact_value(*entry, json::is_secret_name(text_of(*entry, "name")) ||
                             is_secret_purpose(lower(text_of(*entry, "autocomplete"))));
  }
}

void redact_storage(json::value& entries) {
  if (!entries.is_array()) return;
  for (json::value& one : entries.get_array()) {
    if (json::object* entry = one.if_object())
      redact_value(*entry, json::is_secret_name(text_of(*entry, "key")));
  }
}

json::object cookie_json(const browser::Cookie& cookie, bool with_value) {
  json::object out{{"name", cookie.name}, {"domain", cookie.domain}, {"path", cookie.path}};
  if (with_value) out["value"] = cookie.value;
  if (cookie.expires >= 0) out["expires"] = cookie.expires;
  if (cookie.http_only) out["httpOnly"] = true;
  if (cookie.secure) out["secure"] = true;
  if (!cookie.same_site.empty()) out["sameSite"] = cookie.same_site;
  if (!cookie.partition.is_null()) out["partition"] = cookie.partition;
  return out;
}

std::optional<browser::Cookie> cookie_from(const json::value& kept) {
  const json::object* from = kept.if_object();
  if (!from || !json::find_string(*from, "value")) return std::nullopt;
  browser::Cookie out{.name = text_of(*from, "name"),
                      .value = text_of(*from, "value"),
                      .domain = text_of(*from, "domain"),
                      .path = text_of(*from, "path"),
                      .http_only = json::find_bool(*from, "httpOnly").value_or(false),
                      .secure = json::find_bool(*from, "secure").value_or(false),
                      .same_site = text_of(*from, "sameSite")};
  const json::value* expires = json::find(*from, "expires");
  if (expires && expires->is_number()) out.expires = expires->to_number<double>();
  if (const json::value* partition = json::find(*from, "partition")) out.partition = *partition;
  return out;
}

}  // namespace oc::session
