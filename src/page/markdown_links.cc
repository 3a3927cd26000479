#include "page/markdown_links.h"

#include <charconv>
#include <utility>

#include "base/text.h"
#include "page/page_facts.h"

namespace oc::page {
namespace {

// Longer ones carry a program or a picture; nobody reads them.
constexpr std::size_t kLongestAddress = 1024;

std::optional<std::string> if_readable(std::string address) {
  return address.size() <= kLongestAddress ? std::optional{std::move(address)} : std::nullopt;
}

}  // namespace

LinkTargets::LinkTargets(const HtmlTree& tree, std::string_view page_url) : page_{parse_url(page_url)} {
  if (page_) {
    base_ = document_base(tree, *page_);
    return;
  }
  const HtmlNode* base = tree.first(Tag::base);
  if (base != nullptr) base_ = parse_url(base->value("href"));
}

std::optional<Url> LinkTargets::resolve(std::string_view reference) const {
  return base_ ? resolve_url(*base_, reference) : parse_url(reference);
}

std::optional<std::string> LinkTargets::link(std::string_view reference) const {
  if (reference.empty() || reference.starts_with('#')) return std::nullopt;
  std::optional<Url> url = resolve(reference);
  if (!url) return std::nullopt;
  bool is_jump = page_ && url->has_fragment && url->text_without_fragment() == page_->text_without_fragment();
  bool is_useful = url->is_web() || url->scheme == "mailto" || url->scheme == "tel" || url->scheme == "ftp" ||
                   url->scheme == "file";
  if (is_jump || !is_useful) return std::nullopt;
  return if_readable(url->text());
}

std::optional<std::string> LinkTargets::resource(std::string_view reference) const {
  if (reference.empty()) return std::nullopt;
  std::optional<Url> url = resolve(reference);
  if (!url || !(url->is_web() || url->scheme == "file")) return std::nullopt;
  return if_readable(url->text());
}

std::optional<std::string> LinkTargets::image(const HtmlNode& img) const {
  // Where the attribute for later loading is there, src is only a stand-in.
  for (const char* attribute :
       {"data-src", "data-lazy-src", "data-original", "data-lazy", "data-url", "src"}) {
    if (auto address = resource(img.value(attribute))) return address;
  }
  for (const char* attribute : {"data-srcset", "data-lazy-srcset", "srcset"}) {
    if (auto address = resource(largest_of_srcset(img.value(attribute)))) return address;
  }
  if (img.parent == nullptr || img.parent->tag != Tag::picture) return std::nullopt;
  for (const HtmlNode& source : children(*img.parent)) {
    if (source.tag != Tag::source) continue;
    for (const char* attribute : {"data-srcset", "srcset"}) {
      if (auto address = resource(largest_of_srcset(source.value(attribute)))) return address;
    }
  }
  return std::nullopt;
}

std::optional<std::string> LinkTargets::media(const HtmlNode& node) const {
  for (const char* attribute : {"src", "data-src", "data"}) {
    if (auto address = resource(node.value(attribute))) return address;
  }
  for (const HtmlNode& child : children(node)) {
    if (child.tag != Tag::source) continue;
    if (auto address = resource(child.value("src"))) return address;
  }
  return std::nullopt;
}

std::string_view largest_of_srcset(std::string_view srcset) {
  std::string_view best;
  double best_size = -1;
  std::size_t at = 0;
  while (at < srcset.size()) {
    // Addresses may hold commas: only one that ends the word separates candidates.
    std::size_t begin = srcset.find_first_not_of(" \t\n\r\f,", at);
    if (begin == std::string_view::npos) break;
    std::size_t end = std::min(srcset.find_first_of(" \t\n\r\f", begin), srcset.size());
    std::string_view address = srcset.substr(begin, end - begin);
    double size = 1;
    at = end;
    if (address.ends_with(',')) {
      address.remove_suffix(1);
    } else {
      std::size_t comma = std::min(srcset.find(',', end), srcset.size());
      std::string_view descriptor = trim(srcset.substr(end, comma - end));
      std::from_chars(descriptor.data(), descriptor.data() + descriptor.size(), size);
      at = comma;
    }
    if (size > best_size) {
      best = address;
      best_size = size;
    }
  }
  return best;
}

}  // namespace oc::page
