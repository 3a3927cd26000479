// What a page says about itself and where it leads: title, description, language, wishes to robots, links.
#pragma once
#include <string>
#include <vector>

#include "base/url.h"
#include "page/html_tree.h"

namespace oc::page {

struct PageFacts {
  std::string title;  // <title>, else og:title, else the first <h1>
  std::string description;
  std::string canonical;  // absolute; empty when the page names none
  std::string lang;
  bool noindex = false;
  bool nofollow = false;
};

struct Link {
  std::string url;   // absolute, http or https, without fragment
  std::string text;  // of the first link to that address that has any
  std::string rel;

  bool operator==(const Link&) const = default;
};

// The address that references on the page are relative to: <base href>, or the page's own.
Url document_base(const HtmlTree& tree, const Url& page_url);

PageFacts page_facts(const HtmlTree& tree, const Url& base);

// In the page's order, each address once. References that only jump within the page are left out.
std::vector<Link> links(const HtmlTree& tree, const Url& base);

}  // namespace oc::page
