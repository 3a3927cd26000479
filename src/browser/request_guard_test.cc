#include "browser/request_guard.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

using testing_support::sent;

struct RequestGuardTest : testing::Test {
  testing_support::FakePage page;
  WriteBarrier barrier;
  std::unique_ptr<RequestGuard> guard;

  void protect(DomainRules rules, const std::string& session = "s1") {
    auto policy = std::make_shared<const DomainPolicy>(DomainPolicy::make(std::move(rules)).value());
    guard = std::make_unique<RequestGuard>(policy, barrier);
    guard->follow("F1");
    guard->protect(page.session(session));
  }
  std::vector<std::string> patterns() {
    std::vector<std::string> out;
    for (const json::object& params : sent(page.chrome, "Fetch.enable", "s1")) {
      for (const json::value& pattern : params.at("patterns").as_array())
        out.emplace_back(json::view(pattern.as_object().at("urlPattern").as_string()));
    }
    return out;
  }
  void pause(std::string_view id, std::string_view url, std::string_view type = "Image",
             std::string_view frame = "F1", std::string_view session = "s1",
             std::string_view method = "GET") {
    page.emit("Fetch.requestPaused",
              {{"requestId", id},
               {"request", {{"url", url}, {"method", method}}},
               {"resourceType", type},
               {"frameId", frame}},
              session);
  }
  std::vector<std::string> ids(std::string_view method, std::string_view session = "s1") {
    std::vector<std::string> out;
    for (const json::object& params : sent(page.chrome, method, session))
      out.emplace_back(json::view(params.at("requestId").as_string()));
    return out;
  }
};

using Words = std::vector<std::string>;

TEST_F(RequestGuardTest, NothingIsHeldUpWhenNobodyCouldObject) {
  protect({});
  EXPECT_TRUE(sent(page.chrome, "Fetch.enable").empty());
  pause("r1", "http://x.org/");
  EXPECT_TRUE(sent(page.chrome, "Fetch.continueRequest").empty()) << "nor listened to";
}

TEST_F(RequestGuardTest, WithoutRulesOnlyOurOwnPortsAreHeldUp) {
  protect({.own_ports = {3000, 80, 443}});
  EXPECT_EQ(patterns(), (Words{"*://*:3000/*", "http://*/*", "https://*/*"}));
}

TEST_F(RequestGuardTest, WithRulesEverythingIsHeldUp) {
  protect({.allow = {"x.org"}, .own_ports = {3000}});
  EXPECT_EQ(patterns(), Words{"*"});
  protect({.block = {"y.org"}}, "s2");
  EXPECT_EQ(sent(page.chrome, "Fetch.enable", "s2").size(), 1U);
}

TEST_F(RequestGuardTest, WithFilesToReadEveryFileIsHeldUp) {
  protect({.file_roots = {"/srv/files"}});
  EXPECT_EQ(patterns(), Words{"file://*"}) << "a file may link to any other";
}

TEST_F(RequestGuardTest, EachRequestGetsItsVerdict) {
  protect({.block = {"bad.org"}});
  pause("good", "http://x.org/a.png");
  pause("bad", "https://bad.org/a.png");
  pause("data", "data:image/png;base64,AAAA");
  EXPECT_EQ(ids("Fetch.continueRequest"), (Words{"good", "data"}));
  EXPECT_EQ(ids("Fetch.failRequest"), Words{"bad"});
  EXPECT_EQ(sent(page.chrome, "Fetch.failRequest").at(0).at("errorReason").as_string(), "BlockedByClient");
  EXPECT_EQ(guard->refused(), 1U);
  EXPECT_FALSE(guard->take_refused_document()) << "an image is no document";
}

TEST_F(RequestGuardTest, OwnPortsAreRefusedUnderEveryName) {
  protect({.own_ports = {3000}});
  pause("name", "http://anything.example:3000/mcp");
  pause("address", "http://127.0.0.1:3000/mcp");
  pause("mention", "http://x.org/?next=http://y:3000/");
  EXPECT_EQ(ids("Fetch.failRequest"), (Words{"name", "address"}));
  EXPECT_EQ(ids("Fetch.continueRequest"), Words{"mention"});
}

TEST_F(RequestGuardTest, ARefusedDocumentIsToldOnce) {
  protect({.block = {"bad.org"}});
  pause("doc", "http://bad.org/", "Document");
  auto refused = guard->take_refused_document();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, ErrorCode::domain_blocked);
  EXPECT_NE(refused->message.find("bad.org"), std::string::npos);
  EXPECT_FALSE(guard->take_refused_document());
}

TEST_F(RequestGuardTest, ARefusedDocumentOfAnInnerFrameIsNotThatOfThePage) {
  protect({.block = {"bad.org"}});
  pause("doc", "http://bad.org/ad", "Document", "F2");
  EXPECT_EQ(ids("Fetch.failRequest"), Words{"doc"});
  EXPECT_FALSE(guard->take_refused_document());
  pause("main", "http://bad.org/", "Document", "F1");
  pause("ad", "http://bad.org/ad", "Document", "F2");
  EXPECT_TRUE(guard->take_refused_document());
}

TEST_F(RequestGuardTest, AVerdictGoesToTheSessionThatAsked) {
  protect({.block = {"bad.org"}});
  guard->protect(page.session("s2"));
  pause("r1", "http://x.org/", "Image", "F1", "s2");
  EXPECT_EQ(ids("Fetch.continueRequest", "s2"), Words{"r1"});
  EXPECT_TRUE(ids("Fetch.continueRequest", "s1").empty());
}

TEST_F(RequestGuardTest, AForgottenSessionIsNotAnswered) {
  protect({.block = {"bad.org"}});
  guard->protect(page.session("s2"));
  guard->forget_session("s2");
  pause("r1", "http://x.org/", "Image", "F1", "s2");
  EXPECT_TRUE(ids("Fetch.continueRequest", "s2").empty());
  pause("r2", "http://x.org/");
  EXPECT_EQ(ids("Fetch.continueRequest"), Words{"r2"});
  guard->forget_sessions();
  pause("r3", "http://x.org/");
  EXPECT_EQ(ids("Fetch.continueRequest"), Words{"r2"});
}

TEST_F(RequestGuardTest, ABarrierHoldsUpEverythingAndLetsReadingPass) {
  barrier.set_mode(BarrierMode::observe);
  protect({});
  EXPECT_EQ(patterns(), Words{"*"});
  pause("read", "http://x.org/", "Document");
  pause("save", "http://x.org/save", "Fetch", "F1", "s1", "POST");
  pause("form", "http://x.org/form", "Document", "F1", "s1", "POST");
  EXPECT_EQ(ids("Fetch.continueRequest"), Words{"read"});
  EXPECT_EQ(ids("Fetch.failRequest"), (Words{"save", "form"}));
  EXPECT_EQ(sent(page.chrome, "Fetch.failRequest").at(0).at("errorReason").as_string(), "BlockedByClient");
  EXPECT_EQ(sent(page.chrome, "Fetch.failRequest").at(1).at("errorReason").as_string(), "Aborted");
  EXPECT_EQ(barrier.held(), 2U);
  EXPECT_EQ(guard->refused(), 0U) << "the policy had nothing against it";
  EXPECT_FALSE(guard->take_refused_document());
}

TEST_F(RequestGuardTest, ThePolicyJudgesBeforeTheBarrier) {
  barrier.set_mode(BarrierMode::observe);
  protect({.block = {"bad.org"}});
  pause("save", "http://bad.org/save", "Fetch", "F1", "s1", "POST");
  EXPECT_EQ(guard->refused(), 1U);
  EXPECT_EQ(barrier.held(), 0U);
}

TEST_F(RequestGuardTest, ABarrierIsRaisedAndLoweredLater) {
  protect({});
  guard->protect(page.session("s2"));
  EXPECT_TRUE(sent(page.chrome, "Fetch.enable").empty());
  barrier.set_mode(BarrierMode::observe);
  guard->renew();
  EXPECT_EQ(sent(page.chrome, "Fetch.enable").size(), 2U);
  pause("save", "http://x.org/save", "Fetch", "F1", "s2", "POST");
  EXPECT_EQ(ids("Fetch.failRequest", "s2"), Words{"save"});
  barrier.set_mode(BarrierMode::act);
  guard->renew();
  EXPECT_EQ(sent(page.chrome, "Fetch.disable").size(), 2U);
  pause("late", "http://x.org/save", "Fetch", "F1", "s2", "POST");
  EXPECT_EQ(ids("Fetch.continueRequest", "s2"), Words{"late"}) << "what was under way goes on";
  barrier.set_mode(BarrierMode::observe);
  guard->renew();
  pause("again", "http://x.org/save", "Fetch", "F1", "s2", "POST");
  EXPECT_EQ(ids("Fetch.failRequest", "s2"), (Words{"save", "again"})) << "heard once, not twice";
}

TEST_F(RequestGuardTest, LoweringABarrierLeavesThePolicy) {
  barrier.set_mode(BarrierMode::observe);
  protect({.own_ports = {3000}});
  barrier.set_mode(BarrierMode::act);
  guard->renew();
  EXPECT_EQ(patterns(), (Words{"*", "*://*:3000/*"}));
  EXPECT_TRUE(sent(page.chrome, "Fetch.disable").empty());
}

TEST_F(RequestGuardTest, NonsenseIsNotAnswered) {
  protect({.block = {"bad.org"}});
  page.emit("Fetch.requestPaused", {{"requestId", "r1"}});
  page.emit("Fetch.requestPaused", {{"request", {{"url", "http://x.org/"}}}});
  EXPECT_TRUE(sent(page.chrome, "Fetch.continueRequest").empty());
  EXPECT_TRUE(sent(page.chrome, "Fetch.failRequest").empty());
  page.emit("Fetch.requestPaused", {{"requestId", "r2"}, {"request", json::object{}}});
  EXPECT_EQ(ids("Fetch.failRequest"), Words{"r2"}) << "without an address nothing is allowed";
}

TEST(RequestGuard, WithoutRulesEverythingPasses) {
  auto passes = [](DomainRules rules, BarrierMode mode) {
    return RequestGuard::lets_all_pass(DomainPolicy::make(std::move(rules)).value(), mode);
  };
  EXPECT_TRUE(passes({}, BarrierMode::act));
  EXPECT_FALSE(passes({}, BarrierMode::observe));
  EXPECT_FALSE(passes({.allow = {"x.org"}}, BarrierMode::act));
  EXPECT_FALSE(passes({.block = {"x.org"}}, BarrierMode::act));
  EXPECT_FALSE(passes({.file_roots = {"/tmp"}}, BarrierMode::act));
  EXPECT_FALSE(passes({.own_ports = {3000}}, BarrierMode::act));
}

}  // namespace
}  // namespace oc::browser
