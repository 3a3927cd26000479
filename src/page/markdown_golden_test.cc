// Pages of many kinds, tests/golden/markdown/*.html, and the Markdown that a careful reader wants of them,
// *.md beside them. To accept a changed conversion, read the difference first, then edit the .md by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "page/markdown.h"

namespace oc::page {
namespace {

std::filesystem::path golden_folder() {
  return std::filesystem::path{__FILE__}.parent_path() / "../../tests/golden/markdown";
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<std::filesystem::path> pages() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator{golden_folder()}) {
    if (entry.path().extension() == ".html") found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

MarkdownPage convert(std::string_view html, bool main_content_only = true) {
  return to_markdown(
      html, {.base_url = "https://example.org/section/page.html", .main_content_only = main_content_only});
}

// The Markdown without what stands in code blocks.
std::string without_code(std::string_view markdown) {
  std::string out;
  std::string fence;
  for (std::string_view line : split(markdown, '\n')) {
    std::size_t begin = std::min(line.find("```"), line.size());
    std::size_t end = std::min(line.find_first_not_of('`', begin), line.size());
    bool is_fence = begin < line.size() && line.find_first_not_of(" >-*1234567890.)") == begin;
    if (fence.empty() && is_fence && line.find('`', end) == std::string_view::npos) {
      fence = line.substr(begin, end - begin);
    } else if (!fence.empty()) {
      if (trim(line.substr(begin)) == fence) fence.clear();
      continue;
    }
    out += cat(line, '\n');
  }
  return out;
}

// What stands between "](" and the end of the destination.
std::vector<std::string> destinations(std::string_view markdown) {
  std::vector<std::string> found;
  for (std::size_t at = markdown.find("]("); at != std::string_view::npos; at = markdown.find("](", at + 1)) {
    std::size_t slashes = 0;
    while (slashes < at && markdown[at - 1 - slashes] == '\\') ++slashes;
    if (slashes % 2 == 1) continue;  // text, not a link
    std::size_t end = markdown.find_first_of(" )\n", at);
    found.emplace_back(markdown.substr(at + 2, end - at - 2));
  }
  return found;
}

void expect_well_formed(const std::string& markdown, const std::string& name) {
  EXPECT_TRUE(is_valid_utf8(markdown)) << name;
  if (markdown.empty()) return;
  EXPECT_TRUE(markdown.ends_with('\n')) << name;
  EXPECT_FALSE(markdown.ends_with("\n\n")) << name;
  std::string text = without_code(markdown);
  EXPECT_EQ(text.find("\n\n\n"), std::string::npos) << name;
  for (const char* tag : {"<script", "<style", "<iframe"})
    EXPECT_EQ(text.find(tag), std::string::npos) << name;
  for (const std::string& destination : destinations(text)) {
    bool is_absolute = destination.starts_with("https://") || destination.starts_with("http://") ||
                       destination.starts_with("mailto:") || destination.starts_with("tel:");
    EXPECT_TRUE(is_absolute) << name << ": " << destination;
  }
}

TEST(MarkdownGolden, EveryPageReadsAsExpected) {
  std::vector<std::filesystem::path> found = pages();
  EXPECT_GE(found.size(), 34U) << golden_folder();
  for (const std::filesystem::path& page : found) {
    std::filesystem::path expected = page;
    expected.replace_extension(".md");
    ASSERT_TRUE(std::filesystem::exists(expected)) << expected;
    EXPECT_EQ(convert(read(page)).markdown, read(expected)) << page.filename();
  }
}

TEST(MarkdownGolden, EveryPageIsWellFormed) {
  for (const std::filesystem::path& page : pages()) {
    std::string html = read(page);
    std::string name = page.filename();
    expect_well_formed(convert(html).markdown, name);
    expect_well_formed(convert(html, false).markdown, name);
  }
}

TEST(MarkdownGolden, PagesWithTextAreNeverEmpty) {
  for (const std::filesystem::path& page : pages()) {
    bool is_empty = page.stem() == "empty_page";
    EXPECT_EQ(convert(read(page)).markdown.empty(), is_empty) << page.filename();
  }
}

TEST(MarkdownGolden, PagesCutAnywhereStayWellFormed) {
  constexpr std::size_t kCuts = 50;
  for (const std::filesystem::path& page : pages()) {
    std::string html = read(page);
    std::string name = page.filename();
    for (std::size_t i = 0; i < kCuts; ++i) {
      std::string_view head = std::string_view{html}.substr(0, html.size() * i / kCuts);
      std::string markdown = convert(head).markdown;
      expect_well_formed(markdown, cat(name, " cut at ", head.size()));
      EXPECT_LE(markdown.size(), 4 * html.size() + 1000) << name;
    }
  }
}

TEST(MarkdownGolden, GarbageStaysBounded) {
  // Each page with bytes overwritten, the same on every run.
  unsigned state = 7;
  auto next = [&state] { return state = state * 1664525 + 1013904223; };
  constexpr std::string_view kSigns = "<>/\"'=&;!-\n\0 ab`*_[]()|#\xC3\xFF";
  for (const std::filesystem::path& page : pages()) {
    std::string html = read(page);
    for (int round = 0; round < 5; ++round) {
      std::string broken = html;
      for (std::size_t i = 0; i < 40; ++i)
        broken[(next() >> 8) % broken.size()] = kSigns[(next() >> 8) % kSigns.size()];
      std::string markdown = convert(broken, round % 2 == 0).markdown;
      EXPECT_TRUE(is_valid_utf8(markdown)) << page.filename();
      EXPECT_LE(markdown.size(), 6 * html.size() + 1000) << page.filename();
    }
  }
}

}  // namespace
}  // namespace oc::page
