// HtmlTree: a page as a tree, parsed by the rules of HTML whatever the input is. Nodes stand in one array in
// document order, so that everything below a node is the range of nodes behind it. Never deeper than
// kMaxTreeDepth.
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "page/html_tag.h"

namespace oc::page {

constexpr std::size_t kMaxHtmlBytes = 4 << 20;
// Recursion over the tree is safe: this bounds it.
constexpr std::size_t kMaxTreeDepth = 500;

struct HtmlAttribute {
  std::string_view name;  // lower case, of no namespace: xlink:href is not among the attributes
  std::string_view value;
};

// Lives in an HtmlTree and is valid as long as that is.
struct HtmlNode {
  Tag tag = Tag::other;
  std::uint32_t index = 0;  // position in HtmlTree::nodes()
  std::uint32_t end = 0;    // position behind the last node below this one
  const HtmlNode* parent = nullptr;
  std::string_view name;  // lower case; empty for text
  std::string_view text;  // of Tag::text, references decoded
  std::span<const HtmlAttribute> attributes;

  bool is_text() const { return tag == Tag::text; }
  bool has(std::string_view attribute) const { return find(attribute).has_value(); }
  std::optional<std::string_view> find(std::string_view attribute) const;
  // The attribute's value, trimmed; empty when it is absent.
  std::string_view value(std::string_view attribute) const;

  // Everything below, in document order.
  std::span<const HtmlNode> below() const { return {this + 1, end - index - 1U}; }
  bool contains(const HtmlNode& other) const { return other.index >= index && other.index < end; }
  // The nearest ancestor with that tag, or null.
  const HtmlNode* closest(TagSet tags) const;
};

// for (const HtmlNode& child : children(node))
class ChildRange {
 public:
  class Iterator {
   public:
    using value_type = const HtmlNode;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    explicit Iterator(const HtmlNode* at) : at_{at} {}
    const HtmlNode& operator*() const { return *at_; }
    const HtmlNode* operator->() const { return at_; }
    Iterator& operator++() {
      at_ += at_->end - at_->index;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const HtmlNode* at_ = nullptr;
  };

  explicit ChildRange(const HtmlNode& parent) : parent_{&parent} {}
  Iterator begin() const { return Iterator{parent_ + 1}; }
  Iterator end() const { return Iterator{parent_ + (parent_->end - parent_->index)}; }

 private:
  const HtmlNode* parent_;
};

inline ChildRange children(const HtmlNode& node) {
  return ChildRange{node};
}

class HtmlTree {
 public:
  // UTF-8 in, UTF-8 out; broken characters become U+FFFD. Time is near linear for any input. Content of
  // scripts, styles and templates is left out, except of templates that declare a shadow root.
  static HtmlTree parse(std::string_view html);

  const HtmlNode& root() const { return nodes_.front(); }  // <html>
  const HtmlNode& body() const { return *body_; }          // the root when there is no <body>
  std::span<const HtmlNode> nodes() const { return nodes_; }
  const HtmlNode* first(Tag tag) const;

  // The input was longer than kMaxHtmlBytes; the rest is missing.
  bool was_cut() const { return was_cut_; }
  // The input nested too deep or was too heavy; tables and wrappers were dissolved, the text is all there.
  bool was_flattened() const { return was_flattened_; }

 private:
  HtmlTree() = default;
  bool parse_with_gumbo(std::string_view html);

  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_;
  std::vector<HtmlAttribute> attributes_;
  std::vector<HtmlNode> nodes_;
  const HtmlNode* body_ = nullptr;
  bool was_cut_ = false;
  bool was_flattened_ = false;
};

// The text below, runs of white space as one space, trimmed; blocks are kept apart.
// `leaves_out` is asked of every element below.
using LeavesOut = bool (*)(const HtmlNode&);
std::string plain_text(const HtmlNode& node, LeavesOut leaves_out = nullptr);

// Space, tab, line ends and form feed: what HTML collapses. (Not the no-break space.)
constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

}  // namespace oc::page
