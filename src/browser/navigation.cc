#include "browser/navigation.h"

#include "base/text.h"
#include "base/url.h"

namespace oc::browser {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kErrorPageTime{2};

using json::text_of;

std::chrono::milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

Error failed(const std::string& url, std::string_view net_error) {
  std::string hint;
  if (net_error == "net::ERR_NAME_NOT_RESOLVED") hint = "Check the spelling of the host.";
  if (net_error == "net::ERR_CONNECTION_REFUSED") hint = "Nothing listens there: is the web server running?";
  if (net_error == kBroughtNoPage)
    hint = "The address brought no page: a download, an empty answer, or another navigation came first.";
  return {ErrorCode::navigation_failed, cat("cannot load ", shorten(url, 300), ": ", net_error), hint,
          json::object{{"net_error", net_error}, {"url", url}}};
}

// Says how far it came: half a page is often enough.
Error late(Tab& tab, const std::string& url, bool committed, Error error) {
  if (error.code != ErrorCode::timeout) return error;
  std::string reached = "the server has not answered";
  if (committed) reached = "the document is there, but is still loading";
  if (committed && tab.navigation().reached(LoadState::domcontentloaded))
    reached = "the document is complete, but parts of it are still loading";
  error.message = cat("loading ", shorten(url, 300), " took too long: ", reached);
  error.hint = committed ? "read_page shows what is there; or wait_for load_state, or navigate with a larger "
                           "timeout_ms or wait_until=domcontentloaded."
                         : "Call again with a larger timeout_ms, or check the server.";
  return error;
}

Task<Result<Navigated>> settle(Tab& tab, std::string loader, std::string url, LoadState until,
                               Clock::time_point started, Stop stop) {
  auto to_answer = since(started);
  DialogWait wait{tab.dialogs(), stop};  // a page that asks something loads no further
  auto reached = co_await tab.navigation().wait_until(until, loader, wait.stop());
  if (!reached && !stop.requested() && wait.blocked()) co_return std::unexpected(*wait.blocked());
  if (!reached) co_return std::unexpected(late(tab, url, true, std::move(reached).error()));
  if (auto refused = tab.guard().take_refused_document()) co_return std::unexpected(std::move(*refused));
  OC_CO_TRY(co_await tab.wait_until_attached(wait.stop()));  // one that had just begun
  const auto* document = tab.network().document(tab.navigation().loader_id());
  if (document && !document->error.empty()) {
    const Frame* main = tab.frames().main();
    co_return std::unexpected(failed(main ? main->url : url, document->error));
  }
  // The browser does not announce every change of a title; asked, it knows.
  auto facts = co_await tab.send("Target.getTargetInfo", {}, stop);
  if (facts) {
    if (const json::object* info = json::find_object(facts->as_object(), "targetInfo"))
      tab.take_target_info(*info);
  }
  Navigated out{.url = tab.url(), .title = tab.title(), .took = since(started), .to_answer = to_answer};
  document = tab.network().document(tab.navigation().loader_id());
  if (document) {
    out.status = document->status;
    out.redirects = document->redirects;
  }
  co_return out;
}

// A failure is told before the page is there that shows it to people; commands in between would meet no page.
Task<void> wait_for_error_page(Tab& tab, std::string problem, std::string loader, Stop stop) {
  if (problem.empty() || problem == kBroughtNoPage) co_return;  // the latter changes nothing
  StopSource brief{stop, Clock::now() + kErrorPageTime};
  if (!loader.empty())
    (void)co_await tab.navigation().wait_until(LoadState::domcontentloaded, loader, brief.stop());
}

// Why no page comes, when that is known.
std::string problem_of(Tab& tab, const std::string& loader) {
  const auto* document = tab.network().document(loader);
  if (!document) return "";
  return document->is_aborted ? std::string{kBroughtNoPage} : document->error;
}

// Nobody heard it coming; its tab found it there.
bool came_unheard(Tab& tab) {
  const Frame* main = tab.frames().main();
  return tab.status() == TabStatus::attached && main && !main->url.empty() && main->url != "about:blank";
}

// Waits for the document that the browser was asked for when it opened the tab. Gives its loader.
Task<Result<std::string>> wait_for_first(Tab& tab, FirstRequests& requests, std::string url, Stop stop) {
  while (true) {
    std::string loader = tab.navigation().asked();
    const json::object* held = loader.empty() ? nullptr : requests.held(tab.target_id());
    if (held && tab.session()) {
      tab.network().begin_document(tab.session()->id(), *held, loader);
      requests.release(tab.target_id());
    }
    if (!loader.empty() && tab.navigation().has_come(loader)) co_return loader;
    if (loader.empty() && came_unheard(tab)) co_return tab.navigation().loader_id();
    std::string problem = problem_of(tab, loader);
    co_await wait_for_error_page(tab, problem, loader, stop);
    if (!problem.empty()) co_return std::unexpected(failed(url, problem));
    if (const auto& ended = tab.navigation().ended()) co_return std::unexpected(*ended);
    bool woken = co_await tab.navigation().changed().wait(stop);
    if (woken) continue;
    if (tab.session()) tab.session()->post("Page.stopLoading", {});
    co_return std::unexpected(late(tab, url, false, stop.error()));
  }
}

}  // namespace

Task<Result<Navigated>> navigate(Tab& tab, std::string url, NavigateOptions options, Stop stop) {
  url = completed_address(url);
  OC_CO_TRY(tab.policy().check_navigation(url));
  url = parse_url(url).value_or(Url{}).text();  // what was judged is what is opened
  Clock::time_point started = Clock::now();
  (void)tab.guard().take_refused_document();
  auto answer = co_await tab.send_deed("Page.navigate", {{"url", url}}, stop);
  if (answer) {
    co_await wait_for_error_page(tab, text_of(answer->as_object(), "errorText"),
                                 text_of(answer->as_object(), "loaderId"), stop);
  }
  if (auto refused = tab.guard().take_refused_document()) co_return std::unexpected(std::move(*refused));
  if (!answer) {
    // Chrome's own word for an address it cannot read.
    if (answer.error().code == ErrorCode::protocol_error)
      co_return fail(
          ErrorCode::invalid_arguments,
          cat("'", shorten(url, 300), "' is no address that can be opened: ", answer.error().message));
    // The browser keeps what is sent to the tab until the navigation ends, one way or the other.
    if (tab.session() && stop.requested()) tab.session()->post("Page.stopLoading", {});
    co_return std::unexpected(late(tab, url, false, std::move(answer).error()));
  }
  const json::object& result = answer->as_object();
  auto problem = json::find_string(result, "errorText").value_or("");
  if (!problem.empty()) co_return std::unexpected(failed(url, problem));
  auto loader = json::find_string(result, "loaderId");
  if (!loader) {  // within the document: it is there already
    Navigated out{.url = url, .title = tab.title(), .took = since(started), .to_answer = since(started)};
    co_return out;
  }
  co_return co_await settle(tab, std::string{*loader}, url, options.wait_until, started, stop);
}

Task<Result<Navigated>> arrive(Tab& tab, std::shared_ptr<FirstRequests> requests, std::string url,
                               NavigateOptions options, Stop stop) {
  if (!requests->is_opening(tab.target_id()))
    co_return co_await navigate(tab, std::move(url), options, std::move(stop));
  Clock::time_point started = Clock::now();
  std::string target = tab.target_id();
  auto loader = co_await wait_for_first(tab, *requests, url, stop);
  requests->release(target);
  if (!loader) co_return std::unexpected(std::move(loader).error());
  co_return co_await settle(tab, std::move(*loader), url, options.wait_until, started, stop);
}

Task<Result<Navigated>> navigate(Tab& tab, History where, NavigateOptions options, Stop stop) {
  Clock::time_point started = Clock::now();
  std::string before = tab.navigation().loader_id();
  std::string address = tab.url();
  (void)tab.guard().take_refused_document();
  if (where == History::reload) {
    auto sent = co_await tab.send_deed("Page.reload", {}, stop);
    if (!sent) co_return std::unexpected(late(tab, address, false, std::move(sent).error()));
  } else {
    auto history = co_await tab.send("Page.getNavigationHistory", {}, stop);
    if (!history) co_return std::unexpected(std::move(history).error());
    const json::object& state = history->as_object();
    const json::array* entries = json::find_array(state, "entries");
    std::int64_t index =
        json::find_integer(state, "currentIndex").value_or(0) + (where == History::back ? -1 : 1);
    if (!entries || index < 0 || index >= static_cast<std::int64_t>(entries->size())) {
      co_return fail(ErrorCode::invalid_arguments, cat("there is no page to go ", word_of(where), " to"),
                     "Navigate to an address instead.");
    }
    const json::object& entry = (*entries)[static_cast<std::size_t>(index)].as_object();
    address = json::find_string(entry, "url").value_or("");
    OC_CO_TRY(tab.policy().check_navigation(address));
    std::uint64_t documents = tab.frames().documents();
    std::uint64_t moves = tab.frames().moves();
    auto sent = co_await tab.send_deed("Page.navigateToHistoryEntry", {{"entryId", entry.at("id")}}, stop);
    if (!sent) co_return std::unexpected(late(tab, address, false, std::move(sent).error()));
    // An entry of the same document changes the address and nothing else; one of an inner frame not even
    // that.
    auto is_there = [&] {
      const Frame* main = tab.frames().main();
      return tab.frames().documents() != documents ||
             (tab.frames().moves() != moves && main && main->url == address);
    };
    DialogWait wait{tab.dialogs(), stop};
    while (!is_there()) {
      if (const auto& ended = tab.navigation().ended()) co_return std::unexpected(*ended);
      bool woken = co_await tab.navigation().changed().wait(wait.stop());
      if (woken) continue;
      if (wait.blocked() && !stop.requested()) co_return std::unexpected(*wait.blocked());
      co_return std::unexpected(late(tab, address, false, stop.error()));
    }
    co_return co_await settle(tab, "", address, options.wait_until, started, stop);
  }
  DialogWait wait{tab.dialogs(), stop};
  auto replaced = co_await tab.navigation().wait_for_another(before, wait.stop());
  if (!replaced && !stop.requested() && wait.blocked()) co_return std::unexpected(*wait.blocked());
  if (!replaced) co_return std::unexpected(late(tab, address, false, std::move(replaced).error()));
  co_return co_await settle(tab, tab.navigation().loader_id(), address, options.wait_until, started, stop);
}

Error in_open_tab(Error error, std::string_view tab_id) {
  json::object details = error.details.is_object() ? error.details.get_object() : json::object{};
  details["tabId"] = tab_id;
  error.message = cat("tab ", tab_id, " is open, but ", error.message);
  error.details = std::move(details);
  return error;
}

std::string completed_address(std::string_view typed) {
  std::string_view text = trim(typed);
  std::string_view word = text.substr(
      0, text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."));
  std::string_view rest = text.substr(word.size());
  if (!word.empty() && rest.starts_with(':')) {
    // "localhost:3000" has a port and "x.org:" a host, not a scheme.
    bool has_port = rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9';
    bool is_host = word.find('.') != std::string_view::npos;
    if (rest.starts_with("://") || (!has_port && !is_host)) return std::string{text};
  }
  std::size_t end = text.starts_with('[') ? text.find(']') : text.find_first_of(":/?#");
  std::string host = lower(text.substr(0, text.starts_with('[') && end != text.npos ? end + 1 : end));
  bool local = host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") ||
               host == "0.0.0.0" || host == "[::1]";
  return cat(local ? "http://" : "https://", text);
}

}  // namespace oc::browser
