#include "page/boilerplate.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "page/element_kind.h"

namespace oc::page {
namespace {

constexpr std::uint32_t kImageText = 30;

constexpr TagSet kNeverShown{Tag::script,
                             Tag::style,
                             Tag::noscript,
                             Tag::head,
                             Tag::link,
                             Tag::meta,
                             Tag::title,
                             Tag::base,
                             Tag::param,
                             Tag::track,
                             Tag::noembed,
                             Tag::noframes,
                             Tag::template_element,
                             Tag::canvas,
                             Tag::map};
constexpr TagSet kControls{Tag::button, Tag::input, Tag::select, Tag::textarea};
constexpr TagSet kInlineTags{Tag::span,  Tag::i,   Tag::b,   Tag::em,  Tag::a,
                             Tag::small, Tag::sup, Tag::sub, Tag::code};
constexpr TagSet kSections{Tag::article, Tag::main, Tag::section};
constexpr TagSet kContentRoots{Tag::article, Tag::main};
constexpr TagSet kQuotes{Tag::blockquote, Tag::figure};
// What a class name can condemn.
constexpr TagSet kContainers{Tag::div,    Tag::section, Tag::ul,     Tag::ol,  Tag::aside, Tag::form,
                             Tag::header, Tag::footer,  Tag::p,      Tag::dl,  Tag::span,  Tag::table,
                             Tag::dialog, Tag::other,   Tag::center, Tag::menu};

bool is_shadow_root(const HtmlNode& node) {
  return node.tag == Tag::template_element && node.has("shadowrootmode");
}

bool names_picture(const HtmlNode& img) {
  std::string_view src = img.value("src");
  if (!src.empty() && !src.starts_with("data:")) return true;
  for (const char* attribute : {"srcset", "data-src", "data-srcset", "data-original", "data-lazy-src"}) {
    if (img.has(attribute)) return true;
  }
  return false;
}

// <noscript><img></noscript> for a picture that only a script could load.
bool is_image_for_no_script(const HtmlNode& node) {
  if (node.tag != Tag::noscript || node.parent == nullptr) return false;
  const HtmlNode* before = &node - 1;
  if (before->is_text()) --before;
  if (before->tag == Tag::img && names_picture(*before)) return false;
  bool has_image = false;
  for (const HtmlNode& part : node.below()) {
    if (part.is_text() && !trim(part.text).empty()) return false;
    if (part.tag == Tag::iframe) return false;
    if (part.tag == Tag::img) has_image = part.value("width") != "1" && part.value("height") != "1";
  }
  return has_image && node.closest(TagSet{Tag::body}) != nullptr;
}

// To a place on a page, most likely this one. (The live page spells its addresses in full.)
bool jumps(const HtmlNode& link) {
  return link.value("href").find('#') != std::string_view::npos;
}

class BoilerplateFinder {
 public:
  BoilerplateFinder(const HtmlTree& tree, DroppedNodes& dropped)
      : tree_{tree}, dropped_{dropped}, measures_{measure_text(tree, dropped)} {}

  void run() {
    body_text_ = measures_[tree_.body().index].text;
    for_each_kept(tree_.body(), dropped_, [this](const HtmlNode& node) {
      if (node.is_text()) return;
      if (is_boilerplate(node)) dropped_[node.index] = true;
    });
  }

 private:
  const TextMeasure& measure(const HtmlNode& node) const { return measures_[node.index]; }
  bool is_large(const HtmlNode& node) const { return measure(node).text > 0.4 * body_text_; }

  bool holds(const HtmlNode& node, TagSet tags) const {
    return std::ranges::any_of(node.below(), [&](const HtmlNode& part) { return tags.has(part.tag); });
  }

  bool is_boilerplate(const HtmlNode& node) const {
    if (is_skip_link(node)) return true;
    if (is_navigation(node)) return !is_large(node) && !holds(node, kContentRoots);
    if (node.tag == Tag::header) return is_site_header(node);
    if (node.tag == Tag::footer) return is_idle_footer(node);
    if (node.tag == Tag::aside || role_is(node, "complementary")) return is_side_matter(node);
    bool has_name = node.has("class") || node.has("id");
    if (has_name && node.tag == Tag::td)
      return has_word(class_words(node), {"gutter", "linenos", "line numbers", "blob num"});
    return has_name && kContainers.has(node.tag) && is_condemned_by_name(node);
  }

  static bool role_is(const HtmlNode& node, std::string_view role) {
    return node.has("role") && role_of(node) == role;
  }

  static bool is_navigation(const HtmlNode& node) {
    if (node.tag == Tag::nav || node.tag == Tag::search) return true;
    if (!node.has("role")) return false;
    std::string role = role_of(node);
    return role == "navigation" || role == "search" || role == "contentinfo" || role == "menubar" ||
           role == "dialog" || role == "alertdialog" || role == "toolbar" || role == "tablist";
  }

  static bool is_skip_link(const HtmlNode& node) {
    if (node.tag != Tag::a || !jumps(node)) return false;
    if (has_word(class_words(node), {"skip", "skiplink", "skipnav", "jump link"})) return true;
    std::string text = lower(plain_text(node));
    return text.starts_with("skip to ") || text.starts_with("skip nav") || text.starts_with("jump to ");
  }

  // A header of the page, not of an article. One with the page's heading in it introduces the page.
  bool is_site_header(const HtmlNode& node) const {
    if (node.closest(kSections) != nullptr || is_large(node)) return false;
    return !holds(node, TagSet{Tag::h1}) || measure(node).link_density() > 0.5;
  }

  bool is_idle_footer(const HtmlNode& node) const {
    if (node.closest(kQuotes) != nullptr) return false;
    if (is_large(node)) return false;
    // The byline of a comment often is its footer.
    bool is_byline = node.closest(TagSet{Tag::article}) != nullptr && measure(node).text <= 200 &&
                     measure(node).link_density() < 0.6 && measure(node).controls == 0;
    return !is_byline;
  }

  bool is_side_matter(const HtmlNode& node) const {
    if (is_callout(node) || is_large(node)) return false;
    // A remark of the author's rather than the site's.
    bool is_remark = node.closest(kContentRoots) != nullptr && measure(node).links == 0 &&
                     measure(node).controls == 0 && !is_condemned_by_name(node);
    return !is_remark;
  }

  bool is_condemned_by_name(const HtmlNode& node) const {
    return !is_large(node) && is_named_as_boilerplate(node) && !holds(node, TagSet{Tag::main, Tag::h1});
  }

  bool is_named_as_boilerplate(const HtmlNode& node) const {
    std::string words = class_words(node);
    const TextMeasure& m = measure(node);
    double density = m.link_density();
    if (has_word(words, {"cookie", "cookies", "consent", "gdpr", "onetrust"}))
      return m.text <= 3000 &&
             (m.controls > 0 || role_is(node, "dialog") || has_word(words, {"banner", "notice", "bar"}));
    if (has_word(words, {"share", "sharing", "social", "sharebar", "addthis", "sharethis", "follow us"}))
      return m.text <= 400 && (density > 0.3 || m.controls > 0 || m.text <= 80);
    if (has_word(words, {"breadcrumb", "breadcrumbs", "editsection", "back to top", "skip link", "skip links",
                         "print only", "noprint"}))
      return m.text <= 600;
    if (has_word(words, {"newsletter", "subscribe", "signup", "sign up"}))
      return m.text <= 1500 && m.controls > 0;
    if (has_word(words, {"ad", "ads", "advert", "advertisement", "adsbygoogle", "adslot", "sponsored",
                         "sponsor", "promo", "promoted", "outbrain", "taboola"}))
      return m.text <= 800;
    if (has_word(words, {"related", "recommended", "recommendations", "popular", "trending", "most read",
                         "read more", "more from", "you may also like"}))
      return density > 0.4;
    if (has_word(words, {"sidebar", "sidenav", "side nav"})) return true;
    if (has_word(words, {"modal", "popup", "overlay", "lightbox", "toast", "tooltip"})) return m.text <= 2000;
    if (has_word(words, {"masthead", "site header", "topbar"})) return m.text <= 800;
    if (has_word(words, {"nav", "navbar", "navigation", "menu", "toolbar"})) return density > 0.6;
    if (has_word(words, {"footer"}) && !has_word(words, {"card footer", "entry footer", "post footer"}))
      return node.closest(kSections) == nullptr && (m.text <= 1500 || density > 0.5);
    if (has_word(words, {"toc", "table of contents"})) return density > 0.6 && only_jumps(node);
    if (has_word(words, {"respond", "comment form", "reply form", "commentform"})) return m.controls > 0;
    return false;
  }

  // Every link leads to a place on this page.
  static bool only_jumps(const HtmlNode& node) {
    return std::ranges::none_of(node.below(), [](const HtmlNode& part) {
      return part.tag == Tag::a && part.has("href") && !jumps(part);
    });
  }

  const HtmlTree& tree_;
  DroppedNodes& dropped_;
  std::vector<TextMeasure> measures_;
  std::uint32_t body_text_ = 0;
};

}  // namespace

std::vector<TextMeasure> measure_text(const HtmlTree& tree, const DroppedNodes& dropped) {
  std::span<const HtmlNode> nodes = tree.nodes();
  std::vector<TextMeasure> measures(nodes.size());
  std::uint32_t link_end = 0;
  auto count = [&](const HtmlNode& node) {
    TextMeasure& own = measures[node.index];
    if (node.tag == Tag::a && node.has("href")) link_end = std::max(link_end, node.end);
    if (node.tag == Tag::img) own.text = kImageText;
    if (kControls.has(node.tag)) own.controls = 1;
    for (char c : node.text) own.text += is_html_space(c) ? 0 : 1;
    if (node.index < link_end) own.links = own.text;
  };
  for_each_kept(tree.root(), dropped, count);
  // Children stand behind their parents, so one walk from the end sums every subtree.
  for (std::size_t i = nodes.size(); i-- > 1;) {
    TextMeasure& above = measures[nodes[i].parent->index];
    above.text += measures[i].text;
    above.links += measures[i].links;
    above.controls += measures[i].controls;
  }
  return measures;
}

DroppedNodes invisible_nodes(const HtmlTree& tree) {
  DroppedNodes dropped(tree.nodes().size());
  for (const HtmlNode& node : tree.nodes()) {
    if (node.is_text()) continue;
    bool is_unseen = kNeverShown.has(node.tag) && !is_shadow_root(node) && !is_image_for_no_script(node);
    if (is_unseen || is_hidden(node)) dropped[node.index] = true;
  }
  std::vector<TextMeasure> measures = measure_text(tree, dropped);
  for (const HtmlNode& node : tree.nodes()) {
    // A formula drawn beside its source, a price spelled twice: only where the parent says it in words as
    // well.
    bool is_copy = kInlineTags.has(node.tag) && equals_ignoring_case(node.value("aria-hidden"), "true") &&
                   measures[node.parent->index].text > measures[node.index].text;
    if (is_copy) dropped[node.index] = true;
  }
  return dropped;
}

void drop_boilerplate(const HtmlTree& tree, DroppedNodes& dropped) {
  BoilerplateFinder{tree, dropped}.run();
}

}  // namespace oc::page
