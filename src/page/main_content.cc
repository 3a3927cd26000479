#include "page/main_content.h"

#include <algorithm>

#include "base/text.h"
#include "base/url.h"
#include "page/element_kind.h"

namespace oc::page {
namespace {

// What the search for the most text may step into. Lists and paragraphs are not taken apart.
constexpr TagSet kBoxes{
    Tag::div, Tag::section, Tag::article, Tag::center, Tag::form, Tag::table, Tag::tbody,
    Tag::tr,  Tag::td,      Tag::font,    Tag::other,  Tag::main, Tag::span,  Tag::template_element};

class ContentFinder {
 public:
  ContentFinder(const HtmlTree& tree, const DroppedNodes& dropped)
      : dropped_{dropped}, measures_{measure_text(tree, dropped)}, body_{tree.body()} {}

  const TextMeasure& measure(const HtmlNode& node) const { return measures_[node.index]; }

  // The <main> with the most text: applications keep several, all but one of them empty.
  const HtmlNode* main_element() const {
    const HtmlNode* best = nullptr;
    for_each_kept(body_, dropped_, [&](const HtmlNode& node) {
      bool is_main = node.tag == Tag::main || (node.has("role") && role_of(node) == "main");
      if (is_main && (best == nullptr || measure(node).text > measure(*best).text)) best = &node;
    });
    bool is_shell =
        best != nullptr && measure(*best).text < 200 && measure(*best).text < 0.1 * measure(body_).text;
    return best == nullptr || is_shell || measure(*best).text == 0 ? nullptr : best;
  }

  // The one article that outweighs the others, or what holds them all.
  const HtmlNode* article() const {
    std::vector<const HtmlNode*> articles = outer_articles();
    if (articles.empty()) return nullptr;
    double total = 0;
    for (const HtmlNode* node : articles) total += measure(*node).weight();
    const HtmlNode* largest = *std::ranges::max_element(
        articles, {}, [&](const HtmlNode* node) { return measure(*node).weight(); });
    const HtmlNode* chosen = largest;
    // Teasers beside an article are articles too.
    if (articles.size() > 1 && measure(*largest).weight() < 0.6 * total) {
      chosen = common_ancestor(*articles.front(), *articles.back());
    }
    bool is_minor = measure(*chosen).weight() < 0.4 * measure(body_).weight();
    return is_minor ? nullptr : chosen;
  }

  // Down from the body as long as one child holds most of the page's text.
  const HtmlNode* most_text() const {
    double enough = 0.7 * measure(body_).weight();
    const HtmlNode* at = &body_;
    while (const HtmlNode* child = heaviest_child(*at)) {
      if (measure(*child).weight() < enough || !kBoxes.has(child->tag) || is_data_table(*child)) break;
      at = child;
    }
    return with_heading_beside(*at);
  }

  bool has_heading(const HtmlNode& node) const {
    bool found = false;
    for_each_kept(node, dropped_, [&](const HtmlNode& part) { found = found || part.tag == Tag::h1; });
    return found;
  }

 private:
  std::vector<const HtmlNode*> outer_articles() const {
    std::vector<const HtmlNode*> articles;
    for_each_kept(body_, dropped_, [&](const HtmlNode& node) {
      if (node.tag != Tag::article || measure(node).text == 0) return;
      if (articles.empty() || !articles.back()->contains(node)) articles.push_back(&node);
    });
    return articles;
  }

  static const HtmlNode* common_ancestor(const HtmlNode& first, const HtmlNode& last) {
    const HtmlNode* above = &first;
    while (above->parent != nullptr && !above->contains(last)) above = above->parent;
    return above;
  }

  const HtmlNode* heaviest_child(const HtmlNode& node) const {
    const HtmlNode* best = nullptr;
    for (const HtmlNode& child : children(node)) {
      if (child.is_text() || dropped_[child.index]) continue;
      if (best == nullptr || measure(child).weight() > measure(*best).weight()) best = &child;
    }
    return best;
  }

  static bool is_data_table(const HtmlNode& node) {
    return node.tag == Tag::table &&
           std::ranges::any_of(node.below(), [](const HtmlNode& part) { return part.tag == Tag::th; });
  }

  bool is_or_holds_title(const HtmlNode& node) const {
    auto is_title = [](const HtmlNode& part) { return part.tag == Tag::h1 || part.tag == Tag::h2; };
    return !dropped_[node.index] && (is_title(node) || std::ranges::any_of(node.below(), is_title));
  }

  // A box beside its title: the box around both is meant, if it adds little else.
  const HtmlNode* with_heading_beside(const HtmlNode& found) const {
    if (is_or_holds_title(found)) return &found;
    const HtmlNode* at = &found;
    while (at->parent != nullptr && at != &body_) {
      const HtmlNode* above = at->parent;
      bool adds_little = measure(*above).weight() <= 1.2 * measure(found).weight();
      if (!adds_little) break;
      bool has_title = std::ranges::any_of(children(*above), [&](const HtmlNode& child) {
        return child.index < at->index && is_or_holds_title(child);
      });
      if (has_title) return above;
      at = above;
    }
    return &found;
  }

  const DroppedNodes& dropped_;
  std::vector<TextMeasure> measures_;
  const HtmlNode& body_;
};

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  return lower(text).find(lower(part)) != std::string::npos;
}

// A heading that is a link to the front page names the site.
bool leads_home(const HtmlNode& heading) {
  return std::ranges::any_of(heading.below(), [](const HtmlNode& part) {
    if (part.tag != Tag::a) return false;
    std::string_view href = part.value("href");
    std::optional<Url> url = parse_url(href);
    return href == "/" || href == "./" || (url && url->path.size() <= 1 && !url->has_query);
  });
}

// The first <h1> in front of the content, unless it seems to be the site's name.
const HtmlNode* heading_in_front(const HtmlTree& tree, const HtmlNode& root, const DroppedNodes& invisible) {
  const HtmlNode* title = tree.first(Tag::title);
  std::string page_title = title == nullptr ? std::string{} : plain_text(*title);
  const HtmlNode* found = nullptr;
  for_each_kept(tree.body(), invisible, [&](const HtmlNode& node) {
    if (found != nullptr || node.tag != Tag::h1 || node.index > root.index) return;
    std::string text = plain_text(node);
    bool is_in_masthead = node.closest(TagSet{Tag::header, Tag::nav}) != nullptr;
    // "Article - Site": what stands last names the site.
    bool is_last = page_title.ends_with(text) && page_title != text;
    bool is_site_name = leads_home(node) || is_last || (is_in_masthead && !page_title.starts_with(text));
    if (!text.empty() && !is_site_name && (page_title.empty() || contains_ignoring_case(page_title, text)))
      found = &node;
  });
  return found;
}

bool says_anything(const HtmlTree& tree, const MainContent& content) {
  return measure_text(tree, content.dropped)[content.root->index].text > 0;
}

}  // namespace

MainContent find_main_content(const HtmlTree& tree) {
  MainContent content;
  DroppedNodes invisible = invisible_nodes(tree);
  content.dropped = invisible;
  drop_boilerplate(tree, content.dropped);
  ContentFinder finder{tree, content.dropped};
  if (const HtmlNode* main = finder.main_element()) {
    content.root = main;
    content.source = ContentSource::main_element;
  } else if (const HtmlNode* article = finder.article()) {
    content.root = article;
    content.source = ContentSource::article;
  } else {
    content.root = finder.most_text();
    content.source = ContentSource::most_text;
  }
  if (finder.measure(*content.root).text == 0) return whole_page(tree);
  if (!finder.has_heading(*content.root)) content.heading = heading_in_front(tree, *content.root, invisible);
  return content;
}

MainContent whole_page(const HtmlTree& tree) {
  MainContent content;
  content.root = &tree.body();
  content.dropped = invisible_nodes(tree);
  if (says_anything(tree, content)) return content;
  // Nothing is visible: a page that a script would uncover, or that only speaks to those without scripts.
  content.dropped.assign(tree.nodes().size(), false);
  for (const HtmlNode& node : tree.nodes()) {
    bool is_head = node.tag == Tag::head || node.tag == Tag::title;
    if (is_head || node.tag == Tag::script || node.tag == Tag::style) content.dropped[node.index] = true;
  }
  return content;
}

}  // namespace oc::page
