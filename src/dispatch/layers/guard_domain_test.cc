#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::go;
using tool::samples::look;

struct GuardDomainTest : testing::Test {
  tool::FakeServices fake;
  browser::TabOptions options{.policy = std::make_shared<const browser::DomainPolicy>(
                                  *browser::DomainPolicy::make({.allow = {}, .block = {"evil.org"}}))};
  std::shared_ptr<browser::Tab> tab = std::make_shared<browser::Tab>(
      browser::Tab::Identity{.id = "t1", .target_id = "x", .workspace = "default"}, options,
      fake.loop.executor());

  Result<ToolOutput> run(const tool::Tool& tool, LayerFunction next = succeed) {
    Call call = call_of(tool, {});
    call.tab = tab;
    return run_layer(fake, guard_domain, call, next);
  }
  void show(std::string_view url) { tab->take_target_info({{"url", url}, {"title", "secret"}}); }
};

Task<Result<ToolOutput>> unreachable(Services&, Call&, Next) {
  ADD_FAILURE() << "called";
  co_return ToolOutput::text("");
}

Task<Result<ToolOutput>> end_on_evil(Services&, Call& call, Next) {
  call.tab->take_target_info({{"url", "http://evil.org/x"}, {"title", ""}});
  co_return ToolOutput::text("what the page said");
}

TEST_F(GuardDomainTest, APageThatIsAllowedIsRead) {
  for (std::string_view url : {"http://good.org/", "about:blank", "", "chrome-error://chromewebdata/"}) {
    show(url);
    EXPECT_TRUE(run(look())) << url;
  }
}

TEST_F(GuardDomainTest, APageThatIsNotIsNeverLookedAt) {
  show("http://evil.org/x");
  auto refused = run(look(), unreachable);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::domain_blocked);
  show("chrome://settings/");
  EXPECT_EQ(run(look(), unreachable).error().code, ErrorCode::domain_blocked);
}

// As a tool that holds no lane may find it: the tab has the rules of another call.
TEST_F(GuardDomainTest, TheBoundsOfTheCallCountToo) {
  show("http://other.org/");
  Call call = call_of(look(), {});
  call.tab = tab;
  call.ports.bounds.policy = std::make_shared<const browser::DomainPolicy>(
      *browser::DomainPolicy::make({.allow = {"good.org"}, .block = {}}));
  auto refused = run_layer(fake, guard_domain, call, unreachable);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::domain_blocked);
}

TEST_F(GuardDomainTest, OneMayLeaveSuchAPage) {
  show("http://evil.org/x");
  auto next = [](Services&, Call& call, Next) -> Task<Result<ToolOutput>> {
    call.tab->take_target_info({{"url", "http://good.org/"}, {"title", ""}});
    co_return ToolOutput::text("there");
  };
  EXPECT_TRUE(run(go(), next));
}

TEST_F(GuardDomainTest, WhatACallBroughtFromThereIsDropped) {
  show("http://good.org/");
  auto outcome = run(look(), end_on_evil);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::domain_blocked);
}

}  // namespace
}  // namespace oc::dispatch
