#include "recording/report.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace oc::recording {
namespace {

std::vector<json::value> entries(std::initializer_list<std::string_view> lines) {
  std::vector<json::value> out;
  for (std::string_view line : lines) out.push_back(json::parse(line).value());
  return out;
}

Metadata sample() {
  return {.recording_id = "1763212345678-3fa9c1", .workspace = "default", .started_at = 1'700'000'000'000};
}

std::optional<std::string> no_picture(const std::string&) {
  return std::nullopt;
}

TEST(Report, ShowsWhatHappenedInOrderWithTimes) {
  std::string html = report_html(
      sample(),
      entries(
          {R"({"seq":1,"ts":1700000001250,"kind":"tool_call","tabId":"t1","tool":"navigate","outcome":"ok","duration_ms":12.5,"args":{"url":"https://x.org"}})",
           R"({"seq":2,"ts":1700000062000,"kind":"tool_call","tool":"interact","outcome":"error","error_code":"element_covered","duration_ms":1,"args":{}})",
           R"({"seq":3,"ts":1700000062001,"kind":"network","method":"GET","url":"https://x.org/a","status":404})"}),
      no_picture);
  EXPECT_LT(html.find("+0:01.250"), html.find("+1:02.000"));
  EXPECT_NE(html.find("<b>navigate</b>"), std::string::npos);
  EXPECT_NE(html.find("{&quot;url&quot;:&quot;https://x.org&quot;}"), std::string::npos);
  EXPECT_NE(html.find("<span class=bad>element_covered</span>"), std::string::npos);
  EXPECT_NE(html.find("<span class=bad>404</span>"), std::string::npos);
}

TEST(Report, WhatPagesWroteStaysText) {
  Metadata metadata = sample();
  metadata.label = "</title><script>alert(1)</script>";
  metadata.workspace = "<img src=x onerror=alert(1)>";
  std::string html = report_html(
      metadata,
      entries(
          {R"({"seq":1,"ts":1,"kind":"tool_call","tabId":"<i>","tool":"<u>","outcome":"<s>","args":{"a":"<script>"},"title":"</td><script>x</script>","url":"https://x.org/\"onload=\"x"})",
           R"({"seq":2,"ts":1,"kind":"console","level":"<b>","text":"<script>y</script>","location":"'<"})",
           R"({"seq":3,"ts":1,"kind":"<script>","url":"<script>z</script>"})",
           R"({"seq":4,"ts":1,"kind":"network","method":"<script>","url":"<script>","error":"<script>"})"}),
      no_picture);
  EXPECT_EQ(html.find("<script"), std::string::npos) << html;
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_EQ(html.find("\"onload"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;y&lt;/script&gt;"), std::string::npos);
}

TEST(Report, NeedsNothingFromTheNetworkAndForbidsIt) {
  std::string html = report_html(sample(), {}, no_picture);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  for (const char* word : {"<link", "src=\"http", "url(", "@import", "<a "})
    EXPECT_EQ(html.find(word), std::string::npos) << word;
}

TEST(Report, PicturesStandWithTheirActionOrAreNamed) {
  auto list = entries({R"({"seq":1,"ts":1,"kind":"tool_call","tool":"interact","outcome":"ok"})",
                       R"({"seq":2,"ts":2,"kind":"screenshot","of":1,"file":"screenshot-1.webp"})"});
  std::string html = report_html(sample(), list, [](const std::string& name) { return name + "!"; });
  EXPECT_NE(html.find("src=\"data:image/webp;base64,c2NyZWVuc2hvdC0xLndlYnAh\""), std::string::npos) << html;
  EXPECT_EQ(html.find("class=kind>screenshot"), std::string::npos) << "no row of its own";
  EXPECT_NE(report_html(sample(), list, no_picture).find("picture screenshot-1.webp"), std::string::npos);
}

}  // namespace
}  // namespace oc::recording
