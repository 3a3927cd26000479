// The part of a page that a reader came for: <main>, an article, or else the smallest element that holds most
// of the text. Lists, product grids and threads are content too; a page with any text never comes out empty.
#pragma once
#include "page/boilerplate.h"
#include "page/html_tree.h"

namespace oc::page {

enum class ContentSource { main_element, article, most_text, whole_page };

struct MainContent {
  const HtmlNode* root = nullptr;     // read what is below it
  const HtmlNode* heading = nullptr;  // the page's <h1> when it stands outside of root, else null
  DroppedNodes dropped;
  ContentSource source = ContentSource::whole_page;
};

// REQUIRES: the tree outlives the answer.
MainContent find_main_content(const HtmlTree& tree);

// Everything that is visible, navigation too.
MainContent whole_page(const HtmlTree& tree);

}  // namespace oc::page
