#include "browser/network_tracker.h"

#include <gtest/gtest.h>

#include "browser/testing/fake_page.h"

namespace oc::browser {
namespace {

struct NetworkTrackerTest : testing::Test {
  testing_support::FakePage page;
  NetworkTracker network;

  void SetUp() override {
    network.follow("F1");
    network.listen(*page.session());
  }
  const NetworkEntry& entry(std::size_t index) const { return network.ring().entries().at(index).entry; }
  const NetworkEntry& last() const { return network.ring().entries().back().entry; }
  std::size_t count() const { return network.ring().entries().size(); }

  static json::object request(std::string_view id, std::string_view url, json::object more = {}) {
    json::object params{{"requestId", id},
                        {"loaderId", "L0"},
                        {"frameId", "F1"},
                        {"timestamp", 100.0},
                        {"wallTime", 5.5},
                        {"type", "Fetch"},
                        {"request", {{"url", url}, {"method", "GET"}, {"headers", json::object{}}}}};
    for (auto& member : more) params[member.key()] = member.value();
    return params;
  }
  void begin(std::string_view id, std::string_view url, json::object more = {}) {
    page.emit("Network.requestWillBeSent", request(id, url, std::move(more)));
  }
  // A document has the id of its loader.
  void begin_document(std::string_view id, std::string_view url, std::string_view frame = "F1") {
    begin(id, url, {{"loaderId", id}, {"frameId", frame}, {"type", "Document"}});
  }
  void respond(std::string_view id, int status, json::object more = {}) {
    json::object response{{"status", status}, {"mimeType", "text/html"}};
    for (auto& member : more) response[member.key()] = member.value();
    page.emit("Network.responseReceived", {{"requestId", id}, {"response", std::move(response)}});
  }
  void finish(std::string_view id, double bytes = 10, double when = 100.25) {
    page.emit("Network.loadingFinished",
              {{"requestId", id}, {"encodedDataLength", bytes}, {"timestamp", when}});
  }
  void redirect(std::string_view id, std::string_view from, int status, std::string_view to,
                json::object headers = {}, std::string_view frame = "F1") {
    begin(id, to,
          {{"loaderId", id},
           {"frameId", frame},
           {"type", "Document"},
           {"timestamp", 100.1},
           {"redirectResponse", {{"url", from}, {"status", status}, {"headers", std::move(headers)}}}});
  }
};

TEST_F(NetworkTrackerTest, ARequestIsAnEntryFromItsBeginning) {
  page.emit("Network.requestWillBeSent",
            request("r1", "http://x/api",
                    {{"request",
                      {{"url", "http://x/api"},
                       {"method", "POST"},
                       {"hasPostData", true},
                       {"headers", {{"Content-Type", "application/json"}, {"X-Number", 3}}}}}}));
  ASSERT_EQ(count(), 1U);
  EXPECT_EQ(last().request_id, "r1");
  EXPECT_EQ(last().session_id, "s1");
  EXPECT_EQ(last().url, "http://x/api");
  EXPECT_EQ(last().method, "POST");
  EXPECT_EQ(last().type, "fetch");
  EXPECT_EQ(last().loader_id, "L0");
  EXPECT_EQ(last().ts_ms, 5500);
  EXPECT_TRUE(last().has_post_data);
  EXPECT_EQ(last().request_headers, (json::object{{"content-type", "application/json"}}));
  EXPECT_EQ(last().status, 0);
  EXPECT_EQ(last().bytes, -1);
  EXPECT_EQ(last().duration_ms, -1) << "not finished";
}

TEST_F(NetworkTrackerTest, AnAnswerFillsTheEntry) {
  begin("r1", "http://x/a");
  respond("r1", 404, {{"headers", {{"Server", "s"}, {"X-Long", std::string(5000, 'h')}}}});
  EXPECT_EQ(last().status, 404);
  EXPECT_EQ(last().mime_type, "text/html");
  EXPECT_EQ(last().response_headers.at("server").as_string(), "s");
  EXPECT_LE(last().response_headers.at("x-long").as_string().size(), 1024U + 3) << "long headers are cut";
  finish("r1", 345);
  EXPECT_EQ(last().bytes, 345);
  EXPECT_EQ(last().duration_ms, 250);
  EXPECT_TRUE(last().error.empty());
}

TEST_F(NetworkTrackerTest, AFailureSaysWhy) {
  begin("r1", "http://x/a");
  page.emit("Network.loadingFailed",
            {{"requestId", "r1"}, {"errorText", "net::ERR_CONNECTION_REFUSED"}, {"timestamp", 100.5}});
  EXPECT_EQ(last().error, "net::ERR_CONNECTION_REFUSED");
  EXPECT_EQ(last().duration_ms, 500);
  EXPECT_EQ(last().bytes, -1);
  begin("r2", "http://x/b");
  page.emit("Network.loadingFailed",
            {{"requestId", "r2"}, {"errorText", "net::ERR_BLOCKED"}, {"blockedReason", "csp"}});
  EXPECT_EQ(last().error, "net::ERR_BLOCKED (csp)");
}

TEST_F(NetworkTrackerTest, BothKindsOfCacheAreNamed) {
  begin("r1", "http://x/memory");
  page.emit("Network.requestServedFromCache", {{"requestId", "r1"}});
  EXPECT_TRUE(last().from_cache);
  respond("r1", 200, {{"fromDiskCache", false}});
  EXPECT_TRUE(last().from_cache) << "what was told stays";
  begin("r2", "http://x/disk");
  EXPECT_FALSE(last().from_cache);
  respond("r2", 200, {{"fromDiskCache", true}});
  EXPECT_TRUE(last().from_cache);
}

TEST_F(NetworkTrackerTest, ARedirectChainHasAnEntryPerHopAndADocumentThatNamesThem) {
  begin_document("L1", "http://x/1");
  redirect("L1", "http://x/1", 301, "http://x/2", {{"Location", "/2"}});
  redirect("L1", "http://x/2", 302, "http://x/3");
  respond("L1", 200);
  finish("L1");
  ASSERT_EQ(count(), 3U);
  EXPECT_EQ(entry(0).status, 301);
  EXPECT_EQ(entry(0).duration_ms, 100) << "a hop ends where the next begins";
  EXPECT_EQ(entry(0).response_headers.at("location").as_string(), "/2");
  EXPECT_EQ(entry(1).status, 302);
  EXPECT_EQ(entry(2).url, "http://x/3");
  EXPECT_EQ(entry(2).status, 200);
  EXPECT_EQ(entry(2).bytes, 10);
  const auto* document = network.document("L1");
  ASSERT_NE(document, nullptr);
  EXPECT_EQ(document->status, 200);
  EXPECT_EQ(document->mime_type, "text/html");
  ASSERT_EQ(document->redirects.size(), 2U);
  EXPECT_EQ(document->redirects[0].url, "http://x/1");
  EXPECT_EQ(document->redirects[0].status, 301);
  EXPECT_EQ(document->redirects[1].url, "http://x/2");
  EXPECT_EQ(document->redirects[1].status, 302);
}

TEST_F(NetworkTrackerTest, ADocumentThatCouldNotBeLoadedKeepsTheReason) {
  begin_document("L1", "http://x/1");
  page.emit("Network.loadingFailed", {{"requestId", "L1"}, {"errorText", "net::ERR_FAILED"}});
  EXPECT_EQ(network.document("L1")->error, "net::ERR_FAILED");
  EXPECT_EQ(network.document("L1")->status, 0);
  begin_document("L2", "http://x/2");
  respond("L2", 200);
  page.emit("Network.loadingFailed", {{"requestId", "L2"}, {"errorText", "net::ERR_ABORTED"}});
  EXPECT_EQ(network.document("L2")->error, "") << "it was there, if not to its end";
}

TEST_F(NetworkTrackerTest, ADocumentThatWasAskedForUnheardIsAnEntryToo) {
  network.begin_document(page.session()->id(),
                         {{"url", "http://x/"}, {"method", "GET"}, {"headers", json::object{}}}, "D1");
  EXPECT_EQ(last().url, "http://x/");
  EXPECT_EQ(last().type, "document");
  EXPECT_GT(last().ts_ms, 0);
  page.emit("Network.responseReceived",
            {{"requestId", "D1"}, {"response", {{"status", 200}, {"timing", {{"requestTime", 99.5}}}}}});
  page.emit("Network.loadingFinished",
            {{"requestId", "D1"}, {"timestamp", 100.0}, {"encodedDataLength", 7.0}});
  EXPECT_EQ(last().duration_ms, 500) << "the answer tells when it began";
  EXPECT_EQ(network.document("D1")->status, 200);
}

TEST_F(NetworkTrackerTest, ADocumentOfWhichNoPageComesIsKnown) {
  begin_document("D1", "http://x/file");
  respond("D1", 200);
  EXPECT_FALSE(network.document("D1")->is_aborted);
  page.emit("Network.loadingFailed", {{"requestId", "D1"}, {"errorText", "net::ERR_ABORTED"}});
  EXPECT_TRUE(network.document("D1")->is_aborted);
  EXPECT_EQ(network.document("D1")->error, "") << "it was answered";
}

TEST_F(NetworkTrackerTest, ASubresourceIsNoDocument) {
  begin("r1", "http://x/a");
  respond("r1", 200);
  EXPECT_EQ(network.document("r1"), nullptr);
  EXPECT_EQ(network.document("L0"), nullptr);
}

TEST_F(NetworkTrackerTest, TheFramesOfAPageDoNotPushOutItsOwnAnswer) {
  begin_document("L1", "http://x/");
  respond("L1", 418);
  for (int i = 0; i < 50; ++i) {
    std::string id = "frame" + std::to_string(i);
    begin_document(id, "http://x/ad", "F" + id);
    respond(id, 200);
  }
  ASSERT_NE(network.document("L1"), nullptr);
  EXPECT_EQ(network.document("L1")->status, 418);
  EXPECT_EQ(network.document("frame49"), nullptr);
}

TEST_F(NetworkTrackerTest, OnlyTheNewestDocumentsAreKnown) {
  for (int i = 0; i < 10; ++i) begin_document("L" + std::to_string(i), "http://x/");
  EXPECT_EQ(network.document("L1"), nullptr);
  EXPECT_NE(network.document("L2"), nullptr);
  EXPECT_NE(network.document("L9"), nullptr);
}

TEST_F(NetworkTrackerTest, EqualIdsOfTwoSessionsAreTwoRequests) {
  network.listen(*page.session("s2"));
  begin("r1", "http://x/one");
  page.emit("Network.requestWillBeSent", request("r1", "http://x/two"), "s2");
  page.emit("Network.responseReceived", {{"requestId", "r1"}, {"response", {{"status", 500}}}}, "s2");
  EXPECT_EQ(entry(0).status, 0);
  EXPECT_EQ(entry(1).status, 500);
  EXPECT_EQ(entry(1).session_id, "s2");
}

TEST_F(NetworkTrackerTest, TheRingIsBoundedByBytesOfHeadersToo) {
  std::string name(1000, 'v');
  for (int i = 0; i < 1000; ++i) {
    std::string id = std::to_string(i);
    begin(id, "http://x/" + id);
    respond(id, 200, {{"headers", {{"a", name}, {"b", name}, {"c", name}}}});
  }
  EXPECT_LT(count(), 180U) << "3 KB each in 512 KB";
  EXPECT_GT(count(), 140U);
  EXPECT_EQ(last().url, "http://x/999");
}

TEST_F(NetworkTrackerTest, HeadersOfRedirectsCountToo) {
  std::string name(1000, 'v');
  begin_document("L1", "http://x/0");
  for (int i = 0; i < 1000; ++i)
    redirect("L1", "http://x/" + std::to_string(i), 302, "http://x/next",
             {{"a", name}, {"b", name}, {"c", name}});
  EXPECT_LT(count(), 180U);
}

TEST_F(NetworkTrackerTest, AnEntryThatMadeRoomWhileInFlightIsNotRevived) {
  begin("old", "http://x/old");
  for (int i = 0; i < 5000; ++i) {
    std::string id = std::to_string(i);
    begin(id, "http://x/" + id);
    finish(id);
  }
  std::size_t before = count();
  ASSERT_NE(entry(0).request_id, "old");
  std::uint64_t first = network.ring().entries().front().number;
  page.emit("Network.requestServedFromCache", {{"requestId", "old"}});
  respond("old", 200, {{"headers", {{"a", "b"}}}});
  finish("old");
  EXPECT_EQ(count(), before);
  EXPECT_EQ(network.ring().entries().front().number, first);
  for (const auto& numbered : network.ring().entries()) ASSERT_EQ(numbered.entry.status, 0);
}

TEST_F(NetworkTrackerTest, RequestsThatNeverEndAreForgottenInTheEnd) {
  for (int i = 0; i < 12'000; ++i) begin(std::to_string(i), "http://x/");
  finish("11999");
  EXPECT_EQ(last().bytes, 10) << "the newest is still followed";
}

TEST_F(NetworkTrackerTest, LongAddressesAreCut) {
  begin("r1", "data:image/png;base64," + std::string(100'000, 'A'));
  EXPECT_LE(last().url.size(), 2048U + 3);
}

TEST_F(NetworkTrackerTest, EventsOfUnknownRequestsAndNonsenseAreIgnored) {
  respond("r9", 200);
  finish("r9");
  page.emit("Network.loadingFailed", {});
  page.emit("Network.requestWillBeSent", {});
  page.emit("Network.responseReceived", {});
  EXPECT_EQ(count(), 0U);
  redirect("L1", "http://x/1", 301, "http://x/2");
  EXPECT_EQ(count(), 1U) << "a chain that began before we listened";
}

TEST_F(NetworkTrackerTest, AFrameDocumentMayArriveInAnotherProcess) {
  network.listen(*page.session("s2"));
  begin_document("L7", "http://y/frame", "F2");
  EXPECT_TRUE(network.is_fetching(0));
  page.emit("Network.responseReceived", {{"requestId", "L7"}, {"response", {{"status", 200}}}}, "s2");
  EXPECT_EQ(last().status, 200);
  page.emit("Network.loadingFinished", {{"requestId", "L7"}, {"encodedDataLength", 9}}, "s2");
  EXPECT_EQ(last().bytes, 9);
  EXPECT_FALSE(network.is_fetching(0));
}

TEST_F(NetworkTrackerTest, OnlyWhatDecidesWhatThePageShowsIsAwaited) {
  begin_document("L1", "http://x/");  // a navigation, waited for as such
  begin("r1", "http://x/a.png", {{"type", "Image"}});
  begin("r2", "http://x/log", {{"type", "Ping"}});
  EXPECT_EQ(network.count_fetching(0), 0U);
  begin("r3", "http://x/data", {{"type", "XHR"}});
  begin("r4", "http://x/data");
  EXPECT_EQ(network.count_fetching(0), 2U);
  EXPECT_EQ(network.count_fetching(network.ring().last_number() - 1), 1U);
  EXPECT_FALSE(network.next_unread(0)) << "none is answered";
  respond("r4", 200);
  EXPECT_TRUE(network.next_unread(0));
  EXPECT_EQ(network.count_fetching(0), 2U) << "its answer has just begun";
  finish("r3");
  finish("r4");
  EXPECT_EQ(network.count_fetching(0), 0U);
}

TEST_F(NetworkTrackerTest, AForgottenSessionIsNotHeardAndOthersAre) {
  network.listen(*page.session("s2"));
  page.emit("Network.requestWillBeSent", request("r1", "http://x/two"), "s2");
  begin("r1", "http://x/one");
  network.forget_session("s2");
  page.emit("Network.loadingFinished", {{"requestId", "r1"}, {"encodedDataLength", 9}}, "s2");
  EXPECT_EQ(entry(0).bytes, -1);
  network.listen(*page.session("s2"));
  page.emit("Network.loadingFinished", {{"requestId", "r1"}, {"encodedDataLength", 9}}, "s2");
  EXPECT_EQ(entry(0).bytes, -1) << "nor what it had under way";
  finish("r1", 7);
  EXPECT_EQ(entry(1).bytes, 7);
  network.forget_sessions();
  begin("r3", "http://x/three");
  EXPECT_EQ(count(), 2U);
}

}  // namespace
}  // namespace oc::browser
