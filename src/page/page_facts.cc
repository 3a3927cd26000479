#include "page/page_facts.h"

#include <unordered_map>

#include "base/text.h"

namespace oc::page {
namespace {

// Does a list such as "noindex, nofollow" or "nofollow noopener" hold `word`?
bool lists_word(std::string_view list, std::string_view word) {
  std::size_t at = 0;
  while (at < list.size()) {
    std::size_t begin = list.find_first_not_of(" ,\t\n\r", at);
    if (begin == std::string_view::npos) return false;
    std::size_t end = std::min(list.find_first_of(" ,\t\n\r", begin), list.size());
    if (equals_ignoring_case(list.substr(begin, end - begin), word)) return true;
    at = end;
  }
  return false;
}

void read_meta(const HtmlNode& meta, PageFacts& facts, std::string& shared_title,
               std::string& shared_description) {
  std::string_view name = meta.value("name");
  if (name.empty()) name = meta.value("property");
  std::string_view content = meta.value("content");
  if (equals_ignoring_case(name, "description") && facts.description.empty()) {
    facts.description = one_line(content);
  } else if (equals_ignoring_case(name, "og:title")) {
    shared_title = one_line(content);
  } else if (equals_ignoring_case(name, "og:description")) {
    shared_description = one_line(content);
  } else if (equals_ignoring_case(name, "robots")) {
    bool none = lists_word(content, "none");
    facts.noindex = facts.noindex || none || lists_word(content, "noindex");
    facts.nofollow = facts.nofollow || none || lists_word(content, "nofollow");
  }
}

}  // namespace

Url document_base(const HtmlTree& tree, const Url& page_url) {
  for (const HtmlNode& node : tree.nodes()) {
    if (node.tag != Tag::base || !node.has("href")) continue;
    // Only the first one counts, even when it is unusable.
    return resolve_url(page_url, node.value("href")).value_or(page_url);
  }
  return page_url;
}

PageFacts page_facts(const HtmlTree& tree, const Url& base) {
  PageFacts facts;
  std::string shared_title;
  std::string shared_description;
  facts.lang = tree.root().value("lang");
  for (const HtmlNode& node : tree.nodes()) {
    if (node.tag == Tag::title && facts.title.empty()) facts.title = plain_text(node);
    if (node.tag == Tag::meta) read_meta(node, facts, shared_title, shared_description);
    if (node.tag == Tag::link && facts.canonical.empty() && lists_word(node.value("rel"), "canonical")) {
      auto url = resolve_url(base, node.value("href"));
      if (url && url->is_web() && node.has("href")) facts.canonical = url->text();
    }
  }
  if (facts.title.empty()) facts.title = shared_title;
  if (facts.title.empty()) {
    if (const HtmlNode* heading = tree.first(Tag::h1)) facts.title = plain_text(*heading);
  }
  if (facts.description.empty()) facts.description = shared_description;
  return facts;
}

std::vector<Link> links(const HtmlTree& tree, const Url& base) {
  std::vector<Link> found;
  std::unordered_map<std::string, std::size_t> place_of;
  for (const HtmlNode& node : tree.nodes()) {
    if (node.tag != Tag::a && node.tag != Tag::area) continue;
    std::string_view reference = node.value("href");
    if (reference.empty() || reference.starts_with('#')) continue;
    auto url = resolve_url(base, reference);
    if (!url || !url->is_web()) continue;
    std::string address = url->text_without_fragment();
    auto [place, is_new] = place_of.try_emplace(address, found.size());
    if (is_new) found.push_back({address, {}, std::string{node.value("rel")}});
    Link& link = found[place->second];
    if (link.text.empty())
      link.text = node.tag == Tag::area ? std::string{node.value("alt")} : plain_text(node);
    if (link.text.empty()) link.text = node.value("aria-label");
  }
  return found;
}

}  // namespace oc::page
