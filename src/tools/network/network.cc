// network — the tab's requests, from its first moment; or a slower network for it.
// Tested by: tests/browser/{console_network,network_bodies}_test.mjs
#include "base/time_format.h"
#include "page/response_body.h"
#include "page/wait.h"
#include "tool/tool.h"

namespace oc {

enum class Throttle : std::uint8_t { none, offline, slow_3g, fast_3g, fast_4g };
enum class NetworkInclude : std::uint8_t { headers, bodies };

template <>
struct EnumWords<Throttle> {
  static constexpr std::array<std::string_view, 5> words{"none", "offline", "slow-3g", "3g", "4g"};
};
template <>
struct EnumWords<NetworkInclude> {
  static constexpr std::array<std::string_view, 2> words{"headers", "bodies"};
};

namespace tools {
namespace {

using namespace oc::tool;

// How many bytes of bodies an answer has room for.
struct BodyRoom {
  std::size_t each = 0;
  std::size_t left = 0;  // of all of them
};

constexpr BodyRoom kShortRoom{.each = 20'000, .left = 200'000};
// As much as the browser keeps of a tab.
constexpr std::size_t kWholeBytes = std::size_t{16} * 1024 * 1024;
constexpr BodyRoom kWholeRoom{.each = kWholeBytes, .left = kWholeBytes};

struct Filter {
  std::optional<std::string> url;
  std::optional<std::string> type;
  std::optional<std::string> method;
  std::optional<std::string> status;
  static const Record<Filter>& record() {
    static const Record<Filter> fields{
        optional("url", &Filter::url, "Contained in the address, or * and ? for anything."),
        optional("type", &Filter::type, "document, stylesheet, script, image, font, fetch, xhr, websocket …"),
        optional("method", &Filter::method),
        optional("status", &Filter::status, "404, 4xx, or failed."),
    };
    return fields;
  }
};

struct Args {
  std::int64_t since = 0;
  Filter filter;
  std::vector<NetworkInclude> include;
  std::optional<Throttle> throttle;
  int limit = 50;
};

const Record<Args> kParams{
    optional("since", &Args::since, "Only requests after this number: `last` of an earlier answer.")
        .at_least(0),
    optional("filter", &Args::filter),
    optional("include", &Args::include, "headers, bodies.").max_items(2),
    optional("throttle", &Args::throttle, "Set how fast the tab's network is from now on; lists nothing."),
    optional("limit", &Args::limit, "The newest so many.").range(1, 1000),
};

constexpr EffectRule kRules[] = {
    {"throttle", "none", Effect::action},    {"throttle", "offline", Effect::action},
    {"throttle", "slow-3g", Effect::action}, {"throttle", "3g", Effect::action},
    {"throttle", "4g", Effect::action},
};

bool fits_status(const browser::NetworkEntry& entry, std::string_view wanted) {
  if (wanted == "failed") return !entry.error.empty() || entry.status >= 400;
  std::string status = cat(entry.status);
  if (wanted.size() != status.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != 'x' && wanted[i] != 'X' && wanted[i] != status[i]) return false;
  }
  return true;
}

bool fits(const browser::NetworkEntry& entry, const Filter& filter) {
  if (filter.url && !page::matches_wildcard(entry.url, *filter.url)) return false;
  if (filter.type && !equals_ignoring_case(entry.type, *filter.type)) return false;
  if (filter.method && !equals_ignoring_case(entry.method, *filter.method)) return false;
  return !filter.status || fits_status(entry, *filter.status);
}

// Who knows them could act as the user.
json::object without_secrets(const json::object& headers) {
  json::object out;
  for (const auto& [name, value] : headers) {
    bool secret =
        name == "cookie" || name == "set-cookie" || name == "authorization" || name == "proxy-authorization";
    out[name] = secret ? json::value(cat("(masked, ", value.as_string().size(), " characters)")) : value;
  }
  return out;
}

json::object shown(std::uint64_t number, const browser::NetworkEntry& entry, bool headers) {
  json::object out{{"number", number}, {"at", iso8601(entry.ts_ms)}, {"method", entry.method},
                   {"url", entry.url}, {"type", entry.type},         {"status", entry.status}};
  if (!entry.mime_type.empty()) out["mime_type"] = entry.mime_type;
  if (entry.bytes >= 0) out["bytes"] = entry.bytes;
  if (entry.duration_ms >= 0) out["duration_ms"] = entry.duration_ms;
  if (entry.from_cache) out["from_cache"] = true;
  if (!entry.error.empty()) out["error"] = entry.error;
  if (entry.duration_ms < 0 && entry.error.empty()) out["pending"] = true;
  if (headers) {
    out["request_headers"] = without_secrets(entry.request_headers);
    out["response_headers"] = without_secrets(entry.response_headers);
  }
  return out;
}

json::object body_json(const Result<page::Body>& body) {
  if (!body) return {{"error", body.error().message}};
  json::object out{{"text", body->text}};
  if (body->is_base64) out["base64"] = true;
  if (body->cut) out["truncated"] = true;
  return out;
}

json::object taken(const Result<page::Body>& body, BodyRoom& room) {
  if (body) room.left -= std::min(room.left, body->text.size());
  return body_json(body);
}

Task<void> add_bodies(TabContext& context, const browser::NetworkEntry& entry, json::object& into,
                      BodyRoom& room) {
  if (room.left == 0) {
    into["response_body"] =
        json::object{{"error", "left out: enough bodies in this answer; ask for fewer requests"}};
    co_return;
  }
  auto body =
      co_await page::response_body(context.tab(), entry, std::min(room.each, room.left), context.stop());
  into["response_body"] = taken(body, room);
  if (!entry.has_post_data) co_return;
  auto sent =
      co_await page::request_body(context.tab(), entry, std::min(room.each, room.left), context.stop());
  into["request_body"] = taken(sent, room);
}

Task<Result<void>> set_throttle(TabContext& context, Throttle throttle) {
  struct Condition {
    double latency_ms;
    double bytes_per_second;
  };
  // As Chrome's own presets have them.
  static constexpr Condition kConditions[] = {
      {0, -1}, {0, 0}, {2000, 50'000}, {562.5, 180'000}, {165, 1'012'500}};
  const Condition& condition = kConditions[static_cast<std::size_t>(throttle)];
  auto set = co_await context.tab().send_deed("Network.emulateNetworkConditions",
                                              {{"offline", throttle == Throttle::offline},
                                               {"latency", condition.latency_ms},
                                               {"downloadThroughput", condition.bytes_per_second},
                                               {"uploadThroughput", condition.bytes_per_second}},
                                              context.stop());
  if (!set) co_return std::unexpected(std::move(set).error());
  co_return Result<void>{};
}

std::string told(Throttle throttle) {
  if (throttle == Throttle::none) return "✓ The network of this tab is not throttled";
  if (throttle == Throttle::offline) return "✓ This tab is offline";
  return cat("✓ The network of this tab is throttled to ", word_of(throttle));
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  if (args.throttle) {
    OC_CO_TRY(co_await set_throttle(context, *args.throttle));
    co_return ToolOutput::text(told(*args.throttle));
  }
  auto includes = [&](NetworkInclude what) {
    return std::ranges::find(args.include, what) != args.include.end();
  };
  const auto& ring = context.tab().network().ring();
  std::vector<std::pair<std::uint64_t, browser::NetworkEntry>> wanted;
  for (const auto& item : ring.entries()) {
    if (item.number > static_cast<std::uint64_t>(args.since) && fits(item.entry, args.filter))
      wanted.emplace_back(item.number, item.entry);
  }
  std::size_t limit = context.wants_whole() ? wanted.size() : static_cast<std::size_t>(args.limit);
  std::size_t left_out = wanted.size() - std::min(wanted.size(), limit);
  json::array entries;
  BodyRoom room = context.wants_whole() ? kWholeRoom : kShortRoom;
  for (std::size_t i = left_out; i < wanted.size(); ++i) {
    json::object line = shown(wanted[i].first, wanted[i].second, includes(NetworkInclude::headers));
    if (includes(NetworkInclude::bodies)) co_await add_bodies(context, wanted[i].second, line, room);
    entries.push_back(std::move(line));
  }
  json::object answer{{"entries", std::move(entries)}, {"last", ring.last_number()}};
  if (left_out > 0) answer["left_out"] = left_out;
  if (ring.dropped() > 0) answer["dropped"] = ring.dropped();
  co_return ToolOutput::json(std::move(answer));
}

}  // namespace

const Tool& network() {
  static const Tool tool{
      {.name = "network",
       .title = "Network",
       .summary = "List the tab's requests with status, size and time; or set a slower network.",
       .use_when = "a page fails to load something, or you need an answer of its server.",
       .tier = Tier::specialist,
       .effect = Effect::observation,
       .effect_rules = kRules,
       .can_be_large = true,
       .items_member = "entries",
       .looks = false,
       .holds_lane = false},
      kParams,
      run};
  return tool;
}

}  // namespace tools
}  // namespace oc
