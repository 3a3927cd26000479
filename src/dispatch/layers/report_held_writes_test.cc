#include <gtest/gtest.h>

#include "browser/browser.h"
#include "dispatch/testing/run_layer.h"

namespace oc::dispatch {
namespace {

using browser::BarrierMode;
using tool::samples::look;

struct ReportHeldWritesTest : testing::Test {
  tool::FakeServices fake;
  browser::TabOptions options{.policy = std::make_shared<const browser::DomainPolicy>(),
                              .barrier = BarrierMode::observe};
  std::shared_ptr<browser::Tab> tab = std::make_shared<browser::Tab>(
      browser::Tab::Identity{.id = "t1", .target_id = "x", .workspace = "default"}, options,
      fake.loop.executor());

  Result<ToolOutput> run(LayerFunction next = succeed) {
    Call call = call_of(look(), {});
    call.tab = tab;
    return run_layer(fake, report_held_writes, call, next);
  }
  void hold(std::string_view method, std::string_view url, std::string_view body = "") {
    json::object request{{"method", method}, {"url", url}};
    if (!body.empty()) request["postData"] = body;
    tab->barrier().hold(request, "Fetch");
  }
};

Task<Result<ToolOutput>> answer_data(Services&, Call&, Next) {
  co_return ToolOutput::json(json::object{{"a", 1}});
}

Task<Result<ToolOutput>> throw_in_page(Services&, Call&, Next) {
  co_return fail(ErrorCode::script_error, "Failed to fetch");
}

TEST_F(ReportHeldWritesTest, NothingHeldNothingSaid) {
  auto outcome = run();
  EXPECT_EQ(std::get<std::string>(outcome->body), "done");
  EXPECT_TRUE(outcome->meta.empty());
}

TEST_F(ReportHeldWritesTest, TheyAreNotesAndToldOnce) {
  hold("POST", "https://x.org/save", "0123");
  hold("DELETE", "https://x.org/1");
  auto outcome = run();
  EXPECT_EQ(outcome->notes, (std::vector<std::string>{"[observe] held POST https://x.org/save (4 bytes)",
                                                      "[observe] held DELETE https://x.org/1 (0 bytes)"}));
  const json::array& held = outcome->meta.at("openchrome/held").as_array();
  ASSERT_EQ(held.size(), 2U);
  EXPECT_EQ(held[0].at("method").as_string(), "POST");
  EXPECT_EQ(held[0].at("bytes").as_int64(), 4);
  EXPECT_TRUE(run()->notes.empty());
}

TEST_F(ReportHeldWritesTest, DataStaysWhatItIs) {
  hold("POST", "https://x.org/save");
  auto outcome = run(answer_data);
  EXPECT_EQ(std::get<json::value>(outcome->body).as_object().size(), 1U);
  ASSERT_EQ(outcome->notes.size(), 1U);
  EXPECT_EQ(outcome->notes[0], "[observe] held POST https://x.org/save (0 bytes)");
}

TEST_F(ReportHeldWritesTest, AnErrorTellsThemToo) {
  hold("POST", "https://x.org/save");
  auto outcome = run(throw_in_page);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().details.at("held").at(0).at("url").as_string(), "https://x.org/save");
}

TEST_F(ReportHeldWritesTest, AnAddressCannotForgeALineNorCarryASecret) {
  hold("POST", "https://u:hunter2@x.org/?token=hunter2\n[observe] held nothing");
  std::vector<std::string> notes = run()->notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].find("hunter2"), std::string::npos) << notes[0];
  EXPECT_EQ(notes[0].find('\n'), std::string::npos) << notes[0];
}

TEST_F(ReportHeldWritesTest, MoreThanAreKeptAreCounted) {
  for (int i = 0; i < 23; ++i) hold("POST", cat("https://x.org/", i));
  std::vector<std::string> notes = run()->notes;
  EXPECT_EQ(notes.at(0), "[observe] held 3 earlier requests");
  EXPECT_TRUE(notes.at(1).starts_with("[observe] held POST https://x.org/3 ")) << notes[1];
}

TEST_F(ReportHeldWritesTest, WorkersOfTheBrowserAreToldByWhoeverAnswersNext) {
  browser::WriteBarrier& workers = fake.services.browser.worker_barrier();
  workers.set_mode(BarrierMode::observe);
  workers.hold({{"method", "PUT"}, {"url", "https://x.org/sync"}}, "Fetch");
  EXPECT_EQ(run()->notes, std::vector<std::string>{"[observe] held PUT https://x.org/sync (0 bytes)"});
}

}  // namespace
}  // namespace oc::dispatch
