// Links, pictures and what is embedded.
// Tested by: markdown_test.cc, markdown_golden_test.cc
#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "page/element_kind.h"
#include "page/markdown_escape.h"
#include "page/markdown_renderer.h"

namespace oc::page {
namespace {

constexpr std::size_t kLongestTitle = 80;

std::string short_title(const HtmlNode& node, std::string_view text) {
  std::string_view title = node.value("title");
  bool adds =
      !title.empty() && title.size() <= kLongestTitle && lower(text).find(lower(title)) == std::string::npos;
  return adds ? std::string{title} : std::string{};
}

// The sign behind a heading that links to itself.
bool is_heading_anchor(const HtmlNode& link) {
  std::string text = plain_text(link);
  constexpr std::array<std::string_view, 8> kSigns{"", "#", "¶", "§", "🔗", "⚓", "link", "permalink"};
  if (link.value("href").starts_with('#') && std::ranges::find(kSigns, lower(text)) != kSigns.end())
    return true;
  return text.size() <= 20 &&
         has_word(class_words(link), {"anchor", "headerlink", "permalink", "header anchor"});
}

// From a footnote to where it was called.
bool is_way_back(const HtmlNode& link) {
  if (link.below().size() != 1) return false;
  std::string_view text = trim(link.below().front().text);
  return text == "^" || text == "↑" || text == "↩" || text == "↩︎";
}

int pixels(const HtmlNode& node, std::string_view attribute) {
  std::string_view digits = node.value(attribute);
  int size = 1000;
  std::from_chars(digits.data(), digits.data() + digits.size(), size);
  return size;
}

bool is_tiny(const HtmlNode& node) {
  return pixels(node, "width") <= 3 || pixels(node, "height") <= 3;
}

// Has nothing to say: an empty alt means so, and pages from before that use blank pictures for space.
bool is_decoration(const HtmlNode& img, std::string_view address) {
  if (is_tiny(img)) return true;
  std::string role = role_of(img);
  if (role == "presentation" || role == "none") return true;
  std::string_view file = address.substr(address.rfind('/') + 1);
  for (std::string_view blank : {"spacer", "pixel", "blank.", "clear.gif", "1x1", "transparent."}) {
    if (file.starts_with(blank)) return true;
  }
  if (!img.has("alt") || !img.value("alt").empty()) return false;
  return img.closest(TagSet{Tag::figure}) == nullptr;
}

}  // namespace

void MarkdownRenderer::link(const HtmlNode& node) {
  if (inline_.mode() == InlineWriter::Mode::heading && is_heading_anchor(node)) return;
  std::optional<std::string> target = targets_.link(node.value("href"));
  if (!target && is_way_back(node)) return;
  if (!target || inline_.in_link()) return below(node);
  std::string text = plain_text(node);
  if (text.empty()) return empty_link(node, *target);
  bool holds_blocks = std::ranges::any_of(node.below(), is_block);
  if (holds_blocks && is_in_paragraph()) return block_link(node, *target);
  // The address as its own name. (A mail address needs no link to be one.)
  if (*target == text || *target == text + '/') {
    ++links_;
    return inline_.markup(cat('<', *target, '>'));
  }
  if (*target == "mailto:" + text) return below(node);
  inline_.open_link(*target, short_title(node, text));
  below(node);
  inline_.close();
}

// Around a picture, or a drawing that only its label names.
void MarkdownRenderer::empty_link(const HtmlNode& node, const std::string& target) {
  std::string label{node.value("aria-label")};
  bool has_image = false;
  for (const HtmlNode& part : node.below()) {
    if (part.tag != Tag::img || is_dropped(part)) continue;
    has_image = has_image || (options_.images && targets_.image(part).has_value() && !is_tiny(part));
    if (label.empty()) label = part.value("alt");
  }
  if (label.empty()) label = node.value("title");
  if (!has_image && label.empty()) return;
  inline_.open_link(target, has_image ? short_title(node, label) : std::string{});
  if (has_image) {
    in_wordless_link_ = true;
    below(node);
    in_wordless_link_ = false;
  } else {
    inline_.text(label);
  }
  inline_.close();
}

// A card: its heading carries the link, or else its first text.
void MarkdownRenderer::block_link(const HtmlNode& node, const std::string& target) {
  auto parts = node.below();
  auto title = std::ranges::find_if(parts, [this](const HtmlNode& part) {
    return !is_dropped(part) && heading_level(part) != 0 && !plain_text(part).empty();
  });
  if (title != parts.end()) {
    linked_heading_ = &*title;
    heading_target_ = target;
    below(node);
    linked_heading_ = nullptr;
    return;
  }
  inline_.open_link(target, {}, true);
  below(node);
  inline_.close();
}

void MarkdownRenderer::image(const HtmlNode& node) {
  std::string_view alt = node.value("alt");
  std::optional<std::string> address = options_.images ? targets_.image(node) : std::nullopt;
  if (!address) {
    if (options_.images) inline_.text(alt);
    return;
  }
  bool is_all_of_link = in_wordless_link_ && !is_tiny(node);
  if (!is_all_of_link && is_decoration(node, *address)) return;
  EscapeContext context = inline_.escaping();
  inline_.markup(cat("![", bracket_text(alt, context), "](", link_destination(*address, context),
                     link_title(short_title(node, alt), context), ")"));
}

void MarkdownRenderer::media(const HtmlNode& node) {
  std::optional<std::string> address = targets_.media(node);
  if (!address || is_tiny(node)) {
    if (node.tag == Tag::object) below(node);
    return;
  }
  std::string_view label = node.value("title");
  if (label.empty()) label = node.value("aria-label");
  // Other names are for programs.
  if (label.empty() && node.tag == Tag::frame) label = node.value("name");
  if (label.empty())
    label = node.tag == Tag::video ? "Video" : node.tag == Tag::audio ? "Audio" : "Embedded content";
  edge();
  inline_.open_link(*address, {});
  inline_.text(label);
  inline_.close();
  edge();
}

}  // namespace oc::page
