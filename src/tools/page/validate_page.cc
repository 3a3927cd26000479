// validate_page — load a page and report on its health: status, console, failed requests, what is on it.
// Tested by: tests/browser/content_test.mjs
#include "base/url.h"
#include "browser/navigation.h"
#include "page/queries.h"
#include "page/wait.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

constexpr std::size_t kMostEntries = 20;
constexpr std::size_t kSampleBytes = 500;
// What the report needs after the waiting.
constexpr std::chrono::milliseconds kReportTime{1000};

struct Args {
  std::string url;
  std::optional<std::string> wait_for_selector;
  std::int64_t console_ms = 1500;
};

const Record<Args> kParams{
    required("url", &Args::url, "The page to load, in the tab.").max_length(65'536),
    optional("wait_for_selector", &Args::wait_for_selector, "An element that a good page has."),
    optional("console_ms", &Args::console_ms, "How long to listen after the page has loaded.")
        .range(0, 60'000),
};

bool looks_like_login(std::string_view url) {
  auto parsed = parse_url(url);
  if (!parsed) return false;
  std::string place = lower(cat(parsed->host, parsed->path));
  for (std::string_view word :
       {"login", "signin", "sign-in", "sign_in", "/auth", "oauth", "sso", "session/new"}) {
    if (place.find(word) != std::string::npos) return true;
  }
  return false;
}

json::object console_report(browser::Tab& tab, std::uint64_t since) {
  json::array errors;
  json::array warnings;
  std::int64_t error_count = 0;
  std::int64_t warning_count = 0;
  for (const auto& item : tab.console().ring().entries()) {
    if (item.number <= since) continue;
    const browser::ConsoleEntry& entry = item.entry;
    bool is_error = entry.level == browser::ConsoleLevel::error;
    if (!is_error && entry.level != browser::ConsoleLevel::warning) continue;
    ++(is_error ? error_count : warning_count);
    json::array& list = is_error ? errors : warnings;
    if (list.size() >= kMostEntries) continue;
    json::object line{{"text", shorten(entry.text, 500)}, {"source", entry.source}};
    if (!entry.url.empty()) line["at"] = cat(shorten(entry.url, 300), ":", entry.line);
    list.push_back(std::move(line));
  }
  return {{"errors", error_count},
          {"warnings", warning_count},
          {"error_entries", std::move(errors)},
          {"warning_entries", std::move(warnings)}};
}

json::object network_report(browser::Tab& tab, std::uint64_t since) {
  json::array failed;
  std::int64_t requests = 0;
  std::int64_t failures = 0;
  for (const auto& item : tab.network().ring().entries()) {
    if (item.number <= since) continue;
    const browser::NetworkEntry& entry = item.entry;
    ++requests;
    if (entry.status < 400 && entry.error.empty()) continue;
    ++failures;
    if (failed.size() >= kMostEntries) continue;
    json::object line{{"url", shorten(entry.url, 300)}, {"method", entry.method}, {"type", entry.type}};
    if (entry.status > 0) line["status"] = entry.status;
    if (!entry.error.empty()) line["error"] = entry.error;
    failed.push_back(std::move(line));
  }
  return {{"requests", requests}, {"failed", failures}, {"failed_entries", std::move(failed)}};
}

json::object selector_report(const std::string& selector, const Result<page::Waited>& waited) {
  json::object report{{"selector", selector}, {"found", waited.has_value()}};
  if (waited) report["after_ms"] = waited->after.count();
  if (!waited) report["error"] = waited.error().message;
  return report;
}

// A page without the element is a result, so the wait for it ends while there is time to report it.
Task<Result<page::Waited>> wait_for_element(TabContext& context, const Args& args) {
  std::chrono::milliseconds rest = std::chrono::milliseconds{args.console_ms} + kReportTime;
  const Stop& stop = context.stop();
  StopSource limited = stop.deadline() ? StopSource{stop, *stop.deadline() - rest} : StopSource{stop};
  co_return co_await page::wait_in_page(context.tab(), "selector", *args.wait_for_selector, limited.stop());
}

std::chrono::milliseconds told_wait(const json::object& arguments) {
  return std::chrono::milliseconds{json::find_integer(arguments, "console_ms").value_or(0)};
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  browser::Tab& tab = context.tab();
  std::uint64_t console_before = tab.console().ring().last_number();
  std::uint64_t network_before = tab.network().ring().last_number();
  auto gone = co_await browser::navigate(tab, args.url, {}, context.stop());
  if (!gone) co_return std::unexpected(std::move(gone).error());

  json::object report{{"status", gone->status}, {"url", gone->url}, {"load_ms", gone->took.count()}};
  bool as_wished = true;
  if (args.wait_for_selector) {
    auto waited = co_await wait_for_element(context, args);
    bool missed = !waited && waited.error().code == ErrorCode::timeout && !context.stop().requested();
    if (!waited && !missed) co_return std::unexpected(std::move(waited).error());
    as_wished = waited.has_value();
    report["wait_for_selector"] = selector_report(*args.wait_for_selector, waited);
  }
  // A window of time is what was asked for: what is written later than this is not reported.
  (void)co_await sleep_for(std::chrono::milliseconds{args.console_ms}, context.stop());
  if (context.stop().requested()) co_return std::unexpected(context.stop().error());

  auto summary = co_await page::page_summary(tab, kSampleBytes, context.stop());
  if (!summary) co_return std::unexpected(std::move(summary).error());
  context.captured_as(browser::PageMode::validate, summary->state);
  const json::object& facts = summary->value.as_object();
  json::object console = console_report(tab, console_before);
  json::object network = network_report(tab, network_before);
  bool redirected_to_login =
      !gone->redirects.empty() && looks_like_login(gone->url) && !looks_like_login(args.url);
  bool needs_login = gone->status == 401 || gone->status == 403 || redirected_to_login ||
                     (looks_like_login(gone->url) && !looks_like_login(args.url));
  report["ok"] = gone->status < 400 && as_wished && console.at("errors").as_int64() == 0 &&
                 network.at("failed").as_int64() == 0 && !needs_login;
  report["auth_redirect"] = needs_login;
  report["console"] = std::move(console);
  report["network"] = std::move(network);
  for (const auto& member : facts) {
    if (member.key() != "url") report[member.key()] = member.value();
  }
  co_return ToolOutput::json(std::move(report));
}

}  // namespace

const Tool& validate_page() {
  static const Tool tool{
      {.name = "validate_page",
       .title = "Validate page",
       .summary = "Load a page and report its status, console errors, failed requests, contents and "
                  "whether it asks for a login.",
       .use_when = "you want to know whether a page works.",
       .tier = Tier::specialist,
       .effect = Effect::observation,
       .own_wait = told_wait,
       .wants_tab_alone = true,
       .opens_tab = true},
      kParams,
      run};
  return tool;
}

}  // namespace oc::tools
