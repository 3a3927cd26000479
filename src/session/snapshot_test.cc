#include "session/snapshot.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/write.h"

namespace oc::session {
namespace {

json::value parsed(std::string_view text) {
  return json::parse(text).value();
}

TEST(Snapshot, ComesBackAsItWasWritten) {
  Snapshot snapshot{.snapshot_id = "s",
                    .created_at = 5,
                    .workspace = "w",
                    .memo = {.objective = "o", .current_step = "c", .next_actions = {"a", "b"}, .notes = "n"},
                    .tabs = {{.tab_id = "t1", .url = "https://x.org/", .title = "X", .passwords = 1}},
                    .cookies = parsed(R"([{"name":"a"}])")};
  auto again = Snapshot::record().decode(Snapshot::record().encode(snapshot));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(json::write(Snapshot::record().encode(*again)), json::write(Snapshot::record().encode(snapshot)));
  EXPECT_EQ(again->memo.next_actions, snapshot.memo.next_actions);
  EXPECT_EQ(again->tabs[0].passwords, 1);
  EXPECT_EQ(again->memo.label, std::nullopt);
}

TEST(Snapshot, SecretFieldsLoseTheirValueAndSaySo) {
  json::value fields = parsed(
      R"([{"name":"api_token","value":"s3cr3t"},{"name":"card","autocomplete":"cc-number","value":"4111"},
    {"name":"city","value":"Bonn"},{"name":"otp","value":""},{"name":"remember_password","value":true},
    {"name":"link","value":"https://x.org/?token=s3cr3t&a=1"}])");
  redact_fields(fields);
  std::string text = json::write(fields);
  EXPECT_EQ(text.find("s3cr3t"), std::string::npos) << text;
  EXPECT_EQ(text.find("4111"), std::string::npos) << text;
  EXPECT_EQ(fields.at(0).at("redacted").as_bool(), true);
  EXPECT_EQ(fields.at(2).at("value").as_string(), "Bonn");
  EXPECT_FALSE(fields.at(2).as_object().contains("redacted"));
  EXPECT_FALSE(fields.at(3).as_object().contains("redacted")) << "nothing was there";
  EXPECT_EQ(fields.at(4).at("value").as_bool(), true) << "a box to tick is no secret";
  EXPECT_EQ(fields.at(5).at("redacted").as_bool(), true);
}

TEST(Snapshot, SecretStorageLosesItsValueByKeyAndByLook) {
  json::value entries = parsed(
      R"([{"key":"session_token","value":"s3cr3t"},{"key":"user","value":"{\"accessToken\":\"s3cr3t\"}"},{"key":"theme","value":"dark"}])");
  redact_storage(entries);
  std::string text = json::write(entries);
  EXPECT_EQ(text.find("s3cr3t"), std::string::npos) << text;
  EXPECT_EQ(entries.at(1).at("redacted").as_bool(), true);
  EXPECT_EQ(entries.at(2).at("value").as_string(), "dark");
}

TEST(Snapshot, CookiesKeepTheirValueOnlyWhenAsked) {
  browser::Cookie cookie{.name = "sid",
                         .value = "s3cr3t",
                         .domain = ".x.org",
                         .path = "/",
                         .expires = 2e9,
                         .http_only = true,
                         .same_site = "Lax"};
  json::value without = cookie_json(cookie, false);
  EXPECT_EQ(json::write(without).find("s3cr3t"), std::string::npos);
  EXPECT_FALSE(cookie_from(without));
  auto again = cookie_from(cookie_json(cookie, true));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->value, "s3cr3t");
  EXPECT_EQ(again->domain, ".x.org");
  EXPECT_EQ(again->expires, 2e9);
  EXPECT_TRUE(again->http_only);
}

}  // namespace
}  // namespace oc::session
