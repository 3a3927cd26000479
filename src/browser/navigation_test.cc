#include "browser/navigation.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

using testing_support::Outcome;
using testing_support::refused;
using testing_support::reply;
using testing_support::sent;

TEST(CompletedAddress, IsWhatAPersonMeant) {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"example.org", "https://example.org"},
      {"  example.org/a b ", "https://example.org/a b"},
      {"example.org:8080/x", "https://example.org:8080/x"},
      {"http://example.org", "http://example.org"},
      {"HTTPS://Example.org/", "HTTPS://Example.org/"},
      {"localhost", "http://localhost"},
      {"localhost:3000", "http://localhost:3000"},
      {"Localhost:3000/a?b#c", "http://Localhost:3000/a?b#c"},
      {"app.localhost:3000", "http://app.localhost:3000"},
      {"localhost.example.org", "https://localhost.example.org"},
      {"127.0.0.1:8080", "http://127.0.0.1:8080"},
      {"0.0.0.0:8080", "http://0.0.0.0:8080"},
      {"[::1]:8080/x", "http://[::1]:8080/x"},
      {"[::1]", "http://[::1]"},
      {"[2001:db8::1]:80", "https://[2001:db8::1]:80"},
      {"example.org/login?next=https://example.org/", "https://example.org/login?next=https://example.org/"},
      {"example.org?u=a:b", "https://example.org?u=a:b"},
      {"about:blank", "about:blank"},
      {"data:text/html,hi", "data:text/html,hi"},
      {"javascript:alert(1)", "javascript:alert(1)"},
      {"file:///etc/passwd", "file:///etc/passwd"},
      {"chrome://version", "chrome://version"},
      {"view-source:http://x", "view-source:http://x"},
      {"devhost:8000", "https://devhost:8000"},
      {"", "https://"},
      {"[", "https://["},
  };
  for (auto& [typed, meant] : table) EXPECT_EQ(completed_address(typed), meant) << typed;
}

struct NavigationTest : testing::Test {
  testing_support::FakePage page;
  TabOptions options{.policy = std::make_shared<const DomainPolicy>(
                         DomainPolicy::make({.block = {"bad.org"}, .own_ports = {3000}}).value())};
  std::shared_ptr<Tab> tab;

  void SetUp() override {
    page.chrome.answer(
        "Page.getFrameTree",
        {{"frameTree", {{"frame", {{"id", "F1"}, {"loaderId", "L0"}, {"url", "http://x/0"}}}}}});
    page.chrome.answer("Target.getTargetInfo",
                       {{"targetInfo", {{"targetId", "F1"}, {"url", "http://x/end"}, {"title", "The End"}}}});
    for (std::string_view method : {"Page.reload", "Page.navigateToHistoryEntry"})
      page.chrome.answer(std::string{method}, json::object{});
    tab = std::make_shared<Tab>(Tab::Identity{.id = "t1", .target_id = "F1", .workspace = "default"}, options,
                                page.loop.executor());
    ASSERT_TRUE(page.run(tab->attach(page.session(), {})));
    commit("L0", "http://x/0");
    lifecycle("L0", "load");
  }

  void TearDown() override {
    tab->set_status(TabStatus::closed);
    page.end();
  }
  void request(std::string_view loader, std::string_view url, json::object more = {}) {
    json::object params{
        {"requestId", loader}, {"loaderId", loader}, {"frameId", "F1"}, {"request", {{"url", url}}}};
    for (auto& member : more) params[member.key()] = member.value();
    page.emit("Network.requestWillBeSent", std::move(params));
  }
  void respond(std::string_view loader, int status) {
    page.emit("Network.responseReceived", {{"requestId", loader}, {"response", {{"status", status}}}});
  }
  void commit(std::string_view loader, std::string_view url, std::string_view frame = "F1") {
    page.emit("Page.frameNavigated", {{"frame", {{"id", frame}, {"loaderId", loader}, {"url", url}}}});
  }
  void lifecycle(std::string_view loader, std::string_view name) {
    page.emit("Page.lifecycleEvent", {{"frameId", "F1"}, {"loaderId", loader}, {"name", name}});
  }
  void load(std::string_view loader, std::string_view url, int status = 200) {
    request(loader, url);
    respond(loader, status);
    commit(loader, url);
    lifecycle(loader, "DOMContentLoaded");
    lifecycle(loader, "load");
  }
  void fail_load(std::string_view loader, std::string_view url, std::string_view error) {
    request(loader, url);
    page.emit("Network.loadingFailed", {{"requestId", loader}, {"errorText", error}});
    commit(loader, url);
    lifecycle(loader, "DOMContentLoaded");
    lifecycle(loader, "load");
  }
  void history(int current, std::vector<std::string> urls) {
    json::array entries;
    for (std::size_t i = 0; i < urls.size(); ++i)
      entries.push_back(json::object{{"id", 100 + i}, {"url", urls[i]}});
    page.chrome.answer("Page.getNavigationHistory", {{"currentIndex", current}, {"entries", entries}});
  }
  void pause_document(std::string_view url) {
    page.emit(
        "Fetch.requestPaused",
        {{"requestId", "p"}, {"request", {{"url", url}}}, {"resourceType", "Document"}, {"frameId", "F1"}});
  }
  Outcome<Result<Navigated>> go(std::string url, LoadState until = LoadState::load, Stop stop = {}) {
    return page.start(navigate(*tab, std::move(url), {.wait_until = until}, stop));
  }
  Outcome<Result<Navigated>> go(History where, Stop stop = {}) {
    return page.start(navigate(*tab, where, {}, stop));
  }
  void answer_navigate(json::object with) {
    reply(page.chrome, "Page.navigate", std::move(with));
    page.settle();
  }
};

TEST_F(NavigationTest, ANavigationEndsWhenThePageHasLoaded) {
  auto going = go("http://x/1");
  EXPECT_EQ(sent(page.chrome, "Page.navigate", "s1").at(0).at("url").as_string(), "http://x/1");
  request("L1", "http://x/1");
  request("L1", "http://x/end", {{"redirectResponse", {{"url", "http://x/1"}, {"status", 302}}}});
  respond("L1", 404);
  answer_navigate({{"frameId", "F1"}, {"loaderId", "L1"}});
  commit("L1", "http://x/end");
  lifecycle("L1", "DOMContentLoaded");
  EXPECT_FALSE(going->has_value());
  lifecycle("L1", "load");
  ASSERT_TRUE(going->has_value());
  const Result<Navigated>& went = **going;
  ASSERT_TRUE(went) << went.error().message;
  EXPECT_EQ(went->url, "http://x/end");
  EXPECT_EQ(went->title, "The End");
  EXPECT_EQ(went->status, 404) << "an answer of the server is no failure";
  ASSERT_EQ(went->redirects.size(), 1U);
  EXPECT_EQ(went->redirects[0].url, "http://x/1");
  EXPECT_EQ(went->redirects[0].status, 302);
}

TEST_F(NavigationTest, ACallerMayWaitForLess) {
  auto going = go("http://x/1", LoadState::domcontentloaded);
  answer_navigate({{"loaderId", "L1"}});
  commit("L1", "http://x/1");
  lifecycle("L1", "DOMContentLoaded");
  EXPECT_TRUE(going->has_value());
}

TEST_F(NavigationTest, WhatWasJudgedIsWhatIsOpened) {
  go("HTTP://X.org:80/a/../b");
  EXPECT_EQ(sent(page.chrome, "Page.navigate").at(0).at("url").as_string(), "http://x.org/b");
}

TEST_F(NavigationTest, ANetErrorIsNavigationFailedWithItsName) {
  auto going = go("http://nowhere/");
  answer_navigate({{"loaderId", "L1"}, {"errorText", "net::ERR_NAME_NOT_RESOLVED"}});
  EXPECT_FALSE(going->has_value()) << "the page that says so to people is not there yet";
  fail_load("L1", "http://nowhere/", "net::ERR_NAME_NOT_RESOLVED");
  ASSERT_TRUE(going->has_value());
  const Error& error = (**going).error();
  EXPECT_EQ(error.code, ErrorCode::navigation_failed);
  EXPECT_EQ(error.details.as_object().at("net_error").as_string(), "net::ERR_NAME_NOT_RESOLVED");
  EXPECT_EQ(error.details.as_object().at("url").as_string(), "http://nowhere/");
  EXPECT_NE(error.hint.find("spelling"), std::string::npos);
}

TEST_F(NavigationTest, AnAddressThatBringsNoPageLeavesTheOneThatIsThere) {
  auto going = go("http://x/file.zip");
  answer_navigate({{"loaderId", "L1"}, {"errorText", "net::ERR_ABORTED"}});
  ASSERT_TRUE(going->has_value()) << "no page of an error comes";
  EXPECT_EQ((**going).error().code, ErrorCode::navigation_failed);
  EXPECT_NE((**going).error().hint.find("download"), std::string::npos);
}

TEST_F(NavigationTest, ABlockedAddressIsRefusedBeforeAnythingIsSent) {
  std::size_t before = page.chrome.commands().size();
  for (std::string_view url : {"http://bad.org/", "bad.org", "http://x:3000/", "file:///etc/passwd",
                               "javascript:alert(1)", "data:text/html,x", "chrome://version"}) {
    auto going = go(std::string{url});
    ASSERT_TRUE(going->has_value()) << url;
    EXPECT_EQ((**going).error().code, ErrorCode::domain_blocked) << url;
  }
  EXPECT_EQ((**go("http://")).error().code, ErrorCode::invalid_arguments);
  EXPECT_EQ(page.chrome.commands().size(), before);
}

TEST_F(NavigationTest, ARedirectToABlockedAddressIsDomainBlocked) {
  auto going = go("http://x/1");
  pause_document("http://bad.org/");
  answer_navigate({{"loaderId", "L1"}, {"errorText", "net::ERR_BLOCKED_BY_CLIENT"}});
  fail_load("L1", "http://bad.org/", "net::ERR_BLOCKED_BY_CLIENT");
  EXPECT_EQ((**going).error().code, ErrorCode::domain_blocked);
  EXPECT_NE((**going).error().message.find("bad.org"), std::string::npos);
}

TEST_F(NavigationTest, ARefusalOfLongAgoIsNotThatOfThisNavigation) {
  pause_document("http://bad.org/");
  auto going = go("http://x/1");
  answer_navigate({{"loaderId", "L1"}});
  load("L1", "http://x/1");
  EXPECT_TRUE((**going).has_value());
  pause_document("http://bad.org/");
  auto again = go(History::reload);
  load("L2", "http://x/1");
  EXPECT_TRUE((**again).has_value()) << (**again).error().message;
}

TEST_F(NavigationTest, APageThatLeadsOnToABlockedOneIsDomainBlocked) {
  auto going = go("http://x/1");
  answer_navigate({{"loaderId", "L1"}});
  commit("L1", "http://x/1");
  pause_document("http://bad.org/");
  fail_load("L2", "http://bad.org/", "net::ERR_BLOCKED_BY_CLIENT");
  ASSERT_TRUE(going->has_value());
  EXPECT_EQ((**going).error().code, ErrorCode::domain_blocked);
}

TEST_F(NavigationTest, AnAddressThatChromeCannotReadIsTheCallersMistake) {
  page.chrome.answer("Page.navigate",
                     [](const json::object&) { return refused("Cannot navigate to invalid URL"); });
  EXPECT_EQ((**go("http://x/1")).error().code, ErrorCode::invalid_arguments);
}

TEST_F(NavigationTest, ATimeoutSaysHowFarItCame) {
  auto message_after = [&](auto steps) {
    StopSource stop;
    auto going = go("http://x/slow", LoadState::load, stop.stop());
    steps();
    stop.request(StopReason::deadline);
    page.settle();
    EXPECT_TRUE(going->has_value());
    EXPECT_EQ((**going).error().code, ErrorCode::timeout);
    return (**going).error().message;
  };
  EXPECT_NE(message_after([] {}).find("the server has not answered"), std::string::npos);
  EXPECT_NE(message_after([&] {
              answer_navigate({{"loaderId", "L1"}});
              commit("L1", "http://x/slow");
            }).find("still loading"),
            std::string::npos);
  std::string late = message_after([&] {
    answer_navigate({{"loaderId", "L2"}});
    commit("L2", "http://x/slow");
    lifecycle("L2", "DOMContentLoaded");
  });
  EXPECT_NE(late.find("complete"), std::string::npos) << late;
  EXPECT_NE(late.find("http://x/slow"), std::string::npos);
}

TEST_F(NavigationTest, ACancelIsACancel) {
  StopSource stop;
  auto going = go("http://x/slow", LoadState::load, stop.stop());
  stop.request(StopReason::cancelled);
  page.settle();
  EXPECT_EQ((**going).error().code, ErrorCode::cancelled);
}

TEST_F(NavigationTest, WithinTheDocumentItIsThereAtOnce) {
  auto going = go("http://x/0#part");
  answer_navigate({{"frameId", "F1"}});
  ASSERT_TRUE(going->has_value());
  ASSERT_TRUE((**going).has_value());
  EXPECT_EQ((**going)->url, "http://x/0#part");
  EXPECT_EQ((**going)->status, 0);
}

TEST_F(NavigationTest, APageThatAsksSomethingWhileItLoadsIsDialogOpen) {
  auto going = go("http://x/1");
  answer_navigate({{"loaderId", "L1"}});
  commit("L1", "http://x/1");
  EXPECT_FALSE(going->has_value());
  page.emit("Page.javascriptDialogOpening", {{"type", "confirm"}, {"message", "Really?"}});
  ASSERT_TRUE(going->has_value()) << "it would wait in vain";
  EXPECT_EQ((**going).error().code, ErrorCode::dialog_open);
}

TEST_F(NavigationTest, APageThatGoesAwayWhileItLoadsSaysHow) {
  const std::pair<TabStatus, ErrorCode> ends[] = {{TabStatus::crashed, ErrorCode::target_crashed},
                                                  {TabStatus::lost, ErrorCode::browser_disconnected}};
  for (auto& [status, code] : ends) {
    tab->set_status(TabStatus::attached);
    auto going = go("http://x/1");
    answer_navigate({{"loaderId", "L1"}});
    commit("L1", "http://x/1");
    tab->set_status(status);
    page.settle();
    ASSERT_TRUE(going->has_value());
    EXPECT_EQ((**going).error().code, code);
  }
}

TEST_F(NavigationTest, ReloadWaitsForTheNextDocument) {
  auto going = go(History::reload);
  EXPECT_EQ(sent(page.chrome, "Page.reload", "s1").size(), 1U);
  EXPECT_FALSE(going->has_value()) << "the page that is there has loaded, but is the old one";
  load("L1", "http://x/0", 203);
  ASSERT_TRUE((**going).has_value());
  EXPECT_EQ((**going)->status, 203);
}

TEST_F(NavigationTest, AReloadThatFailsIsNavigationFailed) {
  auto going = go(History::reload);
  fail_load("L1", "http://x/0", "net::ERR_CONNECTION_REFUSED");
  ASSERT_TRUE(going->has_value());
  EXPECT_EQ((**going).error().code, ErrorCode::navigation_failed);
  EXPECT_EQ((**going).error().details.as_object().at("net_error").as_string(), "net::ERR_CONNECTION_REFUSED");
}

TEST_F(NavigationTest, AReloadThatLeadsToABlockedAddressIsDomainBlocked) {
  auto going = go(History::reload);
  pause_document("http://bad.org/");
  fail_load("L1", "http://bad.org/", "net::ERR_BLOCKED_BY_CLIENT");
  EXPECT_EQ((**going).error().code, ErrorCode::domain_blocked);
}

TEST_F(NavigationTest, AReloadEndsWithItsStop) {
  StopSource stop;
  auto going = go(History::reload, stop.stop());
  stop.request(StopReason::deadline);
  page.settle();
  EXPECT_EQ((**going).error().code, ErrorCode::timeout);
  EXPECT_NE((**going).error().message.find("not answered"), std::string::npos);
}

TEST_F(NavigationTest, BackAndForwardGoToTheirEntries) {
  history(1, {"http://x/a", "http://x/0", "http://x/c"});
  auto back = go(History::back);
  EXPECT_EQ(sent(page.chrome, "Page.navigateToHistoryEntry").at(0).at("entryId").to_number<int>(), 100);
  EXPECT_FALSE(back->has_value());
  load("L1", "http://x/a");
  EXPECT_TRUE((**back).has_value());
  auto forward = go(History::forward);
  EXPECT_EQ(sent(page.chrome, "Page.navigateToHistoryEntry").at(1).at("entryId").to_number<int>(), 102);
  load("L2", "http://x/c");
  EXPECT_TRUE((**forward).has_value());
}

TEST_F(NavigationTest, WithoutAPageToGoToNothingIsDone) {
  history(0, {"http://x/0"});
  for (History where : {History::back, History::forward}) {
    auto going = go(where);
    ASSERT_TRUE(going->has_value());
    EXPECT_EQ((**going).error().code, ErrorCode::invalid_arguments);
    EXPECT_NE((**going).error().message.find(word_of(where)), std::string::npos);
  }
  EXPECT_TRUE(sent(page.chrome, "Page.navigateToHistoryEntry").empty());
}

TEST_F(NavigationTest, ABlockedEntryIsNotGoneTo) {
  history(1, {"http://bad.org/", "http://x/0"});
  EXPECT_EQ((**go(History::back)).error().code, ErrorCode::domain_blocked);
  EXPECT_TRUE(sent(page.chrome, "Page.navigateToHistoryEntry").empty());
}

TEST_F(NavigationTest, AnEntryOfTheSameDocumentChangesOnlyTheAddress) {
  history(1, {"http://x/0#a", "http://x/0"});
  auto going = go(History::back);
  EXPECT_FALSE(going->has_value());
  page.emit("Page.navigatedWithinDocument", {{"frameId", "F1"}, {"url", "http://x/0#a"}});
  ASSERT_TRUE(going->has_value());
  EXPECT_TRUE((**going).has_value());
}

TEST_F(NavigationTest, AnEntryOfTheSameAddressIsWaitedForToo) {
  history(1, {"http://x/0", "http://x/0"});
  auto document = go(History::back);
  EXPECT_FALSE(document->has_value()) << "nothing has happened yet";
  load("L1", "http://x/0", 201);
  ASSERT_TRUE((**document).has_value());
  EXPECT_EQ((**document)->status, 201);
  auto state = go(History::back);
  EXPECT_FALSE(state->has_value());
  page.emit("Page.navigatedWithinDocument", {{"frameId", "F1"}, {"url", "http://x/0"}});
  EXPECT_TRUE((**state).has_value());
}

TEST_F(NavigationTest, AnEntryOfAnInnerFrameLeavesThePageWhereItIs) {
  history(1, {"http://x/0", "http://x/0"});
  auto going = go(History::back);
  commit("L9", "http://x/inner", "F2");
  ASSERT_TRUE(going->has_value());
  EXPECT_TRUE((**going).has_value());
}

TEST_F(NavigationTest, APageFromTheBackForwardCacheIsThereAtOnce) {
  history(1, {"http://x/a", "http://x/0"});
  auto going = go(History::back);
  page.emit("Page.frameNavigated", {{"type", "BackForwardCacheRestore"},
                                    {"frame", {{"id", "F1"}, {"loaderId", "LA"}, {"url", "http://x/a"}}}});
  ASSERT_TRUE(going->has_value());
  EXPECT_TRUE((**going).has_value());
}

TEST_F(NavigationTest, ATabThatCrashesOnItsWayBackIsNotWaitedFor) {
  history(1, {"http://x/a", "http://x/0"});
  auto going = go(History::back);
  page.emit("Inspector.targetCrashed", {});
  ASSERT_TRUE(going->has_value());
  EXPECT_EQ((**going).error().code, ErrorCode::target_crashed);
}

TEST_F(NavigationTest, ADialogOnTheWayBackIsNamed) {
  history(1, {"http://x/a", "http://x/0"});
  auto going = go(History::back);
  page.emit("Page.javascriptDialogOpening", {{"type", "confirm"}, {"message", "Leave?"}});
  ASSERT_TRUE(going->has_value());
  EXPECT_EQ((**going).error().code, ErrorCode::dialog_open);
}

}  // namespace
}  // namespace oc::browser
