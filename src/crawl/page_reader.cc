#include "crawl/page_reader.h"

#include <array>

#include "base/text.h"
#include "page/element_kind.h"
#include "page/html_tree.h"
#include "page/markdown.h"

namespace oc::crawl {
namespace {

using page::HtmlNode;
using page::HtmlTree;
using page::Tag;

// Fewer letters than this, and a page that has scripts is waiting for them.
constexpr std::size_t kLittleText = 200;
constexpr std::size_t kMostHeadings = 200;
constexpr std::size_t kMostLinks = 2000;
constexpr std::size_t kCharsetBytes = 1024;

using page::SanitizeCounts;

struct Hidden {
  std::size_t texts = 0;
  std::size_t bytes = 0;
};

// What stands in elements that nobody sees, counted by the outermost of each.
Hidden hidden_in(const HtmlNode& root) {
  Hidden out;
  std::uint32_t end = 0;
  for (const HtmlNode& node : root.below()) {
    if (node.index < end || node.is_text() || !page::is_hidden(node)) continue;
    end = node.end;
    std::size_t bytes = page::plain_text(node).size();
    out.bytes += bytes;
    if (bytes > 0) ++out.texts;
  }
  return out;
}

bool has_script(std::string_view html) {
  return html.find("<script") != std::string_view::npos || html.find("<SCRIPT") != std::string_view::npos;
}

json::array headings_of(const HtmlTree& tree, SanitizeCounts& counts) {
  json::array out;
  for (const HtmlNode& node : tree.nodes()) {
    bool heading = node.name.size() == 2 && node.name[0] == 'h' && node.name[1] >= '1' && node.name[1] <= '6';
    if (!heading) continue;
    std::string text = page::plain_text(node, page::is_hidden);
    page::sanitize(text, counts);
    out.push_back(json::object{{"level", node.name[1] - '0'}, {"text", text}});
    if (out.size() == kMostHeadings) break;
  }
  return out;
}

json::object structured(const HtmlTree& tree, const page::PageFacts& facts,
                        const std::vector<page::Link>& links, std::string text, SanitizeCounts& counts) {
  json::array list;
  for (const page::Link& link : links) {
    if (list.size() == kMostLinks) break;
    std::string words = link.text;
    page::sanitize(words, counts);
    list.push_back(json::object{{"url", link.url}, {"text", words}});
  }
  std::string description = facts.description;
  page::sanitize(description, counts);
  return {{"description", description},   {"lang", facts.lang},
          {"canonical", facts.canonical}, {"headings", headings_of(tree, counts)},
          {"text", std::move(text)},      {"links", std::move(list)}};
}

std::string lower_charset(std::string_view text) {
  std::size_t at = text.find("charset=");
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + 8);
  if (text.starts_with('"') || text.starts_with('\'')) text.remove_prefix(1);
  return lower(text.substr(0, text.find_first_of("\"'; />")));
}

// The upper half of windows-1252, which is also what pages mean by latin-1.
std::string from_latin(std::string_view body) {
  static constexpr std::array<char32_t, 32> kUpper{
      0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  std::string out;
  out.reserve(body.size() + body.size() / 8);
  for (char c : body) {
    auto byte = static_cast<unsigned char>(c);
    char32_t code = byte >= 0x80 && byte < 0xA0 ? kUpper[byte - 0x80U] : byte;
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
    } else {
      out += {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
              static_cast<char>(0x80 | (code & 0x3F))};
    }
  }
  return out;
}

}  // namespace

PageText read_page(std::string_view html, const Url& url, Format format) {
  HtmlTree tree = HtmlTree::parse(html);
  Url base = page::document_base(tree, url);
  page::PageFacts facts = page::page_facts(tree, base);
  PageText out{.title = facts.title, .canonical = facts.canonical, .nofollow = facts.nofollow};
  SanitizeCounts& counts = out.cleaned;
  page::sanitize(out.title, counts);
  out.links = page::links(tree, base);
  std::string text = page::plain_text(tree.body(), page::is_hidden);
  Hidden hidden = hidden_in(tree.body());
  out.hidden_texts = hidden.texts;
  // Pages that fade in hide most of themselves until their scripts have run.
  out.needs_browser = (text.size() < kLittleText || hidden.bytes > text.size()) && has_script(html);
  switch (format) {
    case Format::markdown: {
      std::string markdown = page::to_markdown(html, {.base_url = url.text()}).markdown;
      page::sanitize(markdown, counts);
      out.content = std::move(markdown);
      break;
    }
    case Format::text:
      page::sanitize(text, counts);
      out.content = std::move(text);
      break;
    case Format::html: {
      std::string copy{html};
      page::sanitize(copy, counts);
      out.content = std::move(copy);
      break;
    }
    case Format::structured:
      page::sanitize(text, counts);
      out.content = structured(tree, facts, out.links, std::move(text), counts);
      break;
  }
  return out;
}

std::optional<std::string> as_utf8(std::string body, std::string_view content_type) {
  if (body.starts_with("\xef\xbb\xbf")) return body.substr(3);
  std::string charset = lower_charset(lower(content_type));
  if (charset.empty()) charset = lower_charset(lower(std::string_view{body}.substr(0, kCharsetBytes)));
  if (charset.empty() || charset == "utf-8" || charset == "utf8" || charset == "us-ascii") return body;
  if (charset == "iso-8859-1" || charset == "latin1" || charset == "windows-1252" || charset == "iso-8859-15")
    return from_latin(body);
  return std::nullopt;
}

}  // namespace oc::crawl
