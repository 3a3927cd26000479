#include "page/markdown.h"

#include "page/html_tree.h"
#include "page/main_content.h"
#include "page/markdown_links.h"
#include "page/markdown_renderer.h"
#include "page/page_facts.h"

namespace oc::page {

MarkdownPage to_markdown(std::string_view html, const MarkdownOptions& options) {
  HtmlTree tree = HtmlTree::parse(html);
  LinkTargets targets{tree, options.base_url};
  MainContent content = options.main_content_only ? find_main_content(tree) : whole_page(tree);
  MarkdownPage page;
  page.title = page_facts(tree, Url{}).title;
  page.was_html_cut = tree.was_cut();
  page.was_flattened = tree.was_flattened();
  MarkdownRenderer renderer{content, targets, {.images = options.images, .max_bytes = options.max_bytes}};
  page.markdown = renderer.render(page.was_cut);
  page.links = renderer.links();
  return page;
}

}  // namespace oc::page
