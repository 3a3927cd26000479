#include <gtest/gtest.h>

#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using tool::samples::look;

Task<Result<ToolOutput>> visit(Services&, Call& call, Next) {
  const auto& policy = call.ports.bounds.policy;
  bool narrowed =
      policy && policy->check_navigation("http://x.org/") && !policy->check_navigation("http://y.org/");
  bool observes = call.ports.bounds.observes;
  co_return ToolOutput::text(cat(narrowed ? "narrowed" : "open", observes ? ", observes" : ""));
}

std::string outcome_of(std::optional<ledger::Policy> policy) {
  tool::FakeServices fake;
  Call call = call_of(look(), {});
  call.policy = std::move(policy);
  auto outcome = run_layer(fake, apply_bounds, call, visit);
  return outcome ? std::get<std::string>(outcome->body) : std::string{outcome.error().word()};
}

TEST(ApplyBounds, APolicyNarrowsWhereACallMayGo) {
  EXPECT_EQ(outcome_of(std::nullopt), "open");
  EXPECT_EQ(outcome_of(ledger::Policy{}), "open");
  EXPECT_EQ(outcome_of(ledger::Policy{.allowed_domains = {"x.org"}}), "narrowed");
  EXPECT_EQ(outcome_of(ledger::Policy{.mode = ledger::PolicyMode::observe}), "open, observes");
  EXPECT_EQ(outcome_of(ledger::Policy{.allowed_domains = {"http://x.org"}}), "invalid_arguments");
}

}  // namespace
}  // namespace oc::dispatch
