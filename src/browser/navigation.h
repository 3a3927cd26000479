// Going somewhere with a tab: to an address, back, forward, or the same page again — and knowing how it went.
// The domain policy is asked here for every address, whoever calls.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "base/result.h"
#include "base/task.h"
#include "browser/first_requests.h"
#include "browser/tab.h"

namespace oc::browser {

enum class History : std::uint8_t { back, forward, reload };

// Chrome's word for an address that brought no page, in details.net_error.
inline constexpr std::string_view kBroughtNoPage = "net::ERR_ABORTED";

struct NavigateOptions {
  LoadState wait_until = LoadState::load;
};

struct Navigated {
  std::string url;
  std::string title;
  std::int64_t status = 0;  // of the document's answer; 0: none, as for about:blank
  std::vector<Redirect> redirects;
  std::chrono::milliseconds took{0};
  std::chrono::milliseconds to_answer{0};  // until the document began to come
};

// Fails with domain_blocked, navigation_failed (details.net_error), timeout — the message says how far it
// came.
Task<Result<Navigated>> navigate(Tab& tab, std::string url, NavigateOptions options, Stop stop);
Task<Result<Navigated>> navigate(Tab& tab, History where, NavigateOptions options, Stop stop);

// The page of a tab that Browser::begin_tab() sent to this address.
Task<Result<Navigated>> arrive(Tab& tab, std::shared_ptr<FirstRequests> requests, std::string url,
                               NavigateOptions options, Stop stop);

// What a person types: "example.org" becomes "https://example.org", "localhost:3000" "http://localhost:3000".
std::string completed_address(std::string_view typed);
// For a tab that was opened for a page that did not come: the caller may look at it, try again, or close it.
Error in_open_tab(Error error, std::string_view tab_id);

}  // namespace oc::browser

template <>
struct oc::EnumWords<oc::browser::History> {
  static constexpr std::array<std::string_view, 3> words{"back", "forward", "reload"};
};
