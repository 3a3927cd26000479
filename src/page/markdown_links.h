// LinkTargets: where the references of one page lead. Only what works outside of the page survives: absolute
// addresses of the web, mail and telephone; everything else is text.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/url.h"
#include "page/html_tree.h"

namespace oc::page {

class LinkTargets {
 public:
  // `page_url` may be empty or no URL; then only absolute references resolve.
  LinkTargets(const HtmlTree& tree, std::string_view page_url);

  // What an href leads to. Nothing for jumps within the page, javascript: and the like.
  std::optional<std::string> link(std::string_view reference) const;
  // A picture, frame or film: of the web only, so no data: URIs.
  std::optional<std::string> resource(std::string_view reference) const;
  // The picture of an <img>, wherever lazy loading hides its address.
  std::optional<std::string> image(const HtmlNode& img) const;
  // Of <video>, <audio>, <iframe>, <embed>, <object>, <frame>.
  std::optional<std::string> media(const HtmlNode& node) const;

 private:
  std::optional<Url> resolve(std::string_view reference) const;

  std::optional<Url> page_;
  std::optional<Url> base_;
};

// The address of the largest candidate in "a.jpg 1x, b.jpg 2x"; empty when there is none.
std::string_view largest_of_srcset(std::string_view srcset);

}  // namespace oc::page
