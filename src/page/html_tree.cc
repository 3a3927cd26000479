#include "page/html_tree.h"

#include <gumbo.h>
#include <time.h>

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "page/html_scan.h"

namespace oc::page {
namespace {

// Beyond these a page is flattened before gumbo sees it: its time grows with the square of nesting and of the
// attributes of one tag, and each tag costs it some 300 bytes.
constexpr std::size_t kMaxAttributes = 500;
constexpr std::size_t kMaxTags = 300'000;

// What the counts above miss (a page made to deceive them) is stopped here. A heavy honest page of 4 MiB
// takes a tenth of either.
constexpr std::size_t kMaxParserBytes = 512 << 20;
constexpr std::chrono::milliseconds kMaxParserTime{1500};

constexpr TagSet kBlockTags{
    Tag::address, Tag::article, Tag::aside,   Tag::blockquote, Tag::br,     Tag::caption,  Tag::dd,
    Tag::details, Tag::div,     Tag::dl,      Tag::dt,         Tag::figure, Tag::fieldset, Tag::figcaption,
    Tag::footer,  Tag::form,    Tag::h1,      Tag::h2,         Tag::h3,     Tag::h4,       Tag::h5,
    Tag::h6,      Tag::header,  Tag::hr,      Tag::li,         Tag::main,   Tag::nav,      Tag::ol,
    Tag::option,  Tag::p,       Tag::pre,     Tag::section,    Tag::table,  Tag::td,       Tag::th,
    Tag::tr,      Tag::ul,      Tag::summary, Tag::legend,     Tag::body};

struct ParserGaveUp {};

std::chrono::nanoseconds thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
}

// gumbo's memory: never freed piecewise, which also spares us gumbo's recursive destructor. It allocates for
// every token, so this is the place to stop it.
class ParserMemory {
 public:
  explicit ParserMemory(std::pmr::memory_resource& memory) : memory_{memory} {}

  static void* allocate(void* self, std::size_t bytes) {
    return static_cast<ParserMemory*>(self)->allocate(bytes);
  }
  static void release(void* /*self*/, void* /*block*/) {}

 private:
  void* allocate(std::size_t bytes) {
    bytes_ += bytes;
    constexpr unsigned kBetweenLooks = 256;
    bool is_late = ++calls_ % kBetweenLooks == 0 && thread_time() > deadline_;
    // Passes through gumbo's frames, which hold nothing but this memory.
    if (bytes_ > kMaxParserBytes || is_late) throw ParserGaveUp{};
    return memory_.allocate(std::max<std::size_t>(bytes, 1));
  }

  std::pmr::memory_resource& memory_;
  std::chrono::nanoseconds deadline_ = thread_time() + kMaxParserTime;
  std::size_t bytes_ = 0;
  unsigned calls_ = 0;
};

bool is_element(const GumboNode& node) {
  return node.type == GUMBO_NODE_ELEMENT || node.type == GUMBO_NODE_TEMPLATE;
}

std::span<GumboNode* const> children_of(const GumboNode& node) {
  const GumboVector& list = node.v.element.children;
  return {reinterpret_cast<GumboNode* const*>(list.data), list.length};
}

std::span<GumboAttribute* const> attributes_of(const GumboNode& node) {
  const GumboVector& list = node.v.element.attributes;
  return {reinterpret_cast<GumboAttribute* const*>(list.data), list.length};
}

bool hides_content(const GumboNode& node) {
  GumboTag tag = node.v.element.tag;
  if (tag == GUMBO_TAG_SCRIPT || tag == GUMBO_TAG_STYLE) return true;
  if (node.type != GUMBO_NODE_TEMPLATE) return false;
  return std::ranges::none_of(attributes_of(node), [](const GumboAttribute* attribute) {
    return std::string_view{attribute->name} == "shadowrootmode";
  });
}

// Walks gumbo's tree in document order without recursion: `take(node, depth)` for every element and text.
void walk(GumboNode* root, auto take) {
  struct Place {
    GumboNode* node;
    std::size_t next_child;
  };
  std::vector<Place> path;
  auto visit = [&](GumboNode* node) {
    bool is_text = node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
                   node->type == GUMBO_NODE_CDATA;
    if (!is_text && !is_element(*node)) return;
    take(*node, path.size());
    if (!is_text && !hides_content(*node)) path.push_back({node, 0});
  };
  visit(root);
  while (!path.empty()) {
    Place& place = path.back();
    std::span<GumboNode* const> below = children_of(*place.node);
    if (place.next_child == below.size()) {
      path.pop_back();
    } else {
      visit(below[place.next_child++]);
    }
  }
}

std::string_view kept_lower(std::string_view text, std::pmr::memory_resource& memory) {
  char* copy = static_cast<char*>(memory.allocate(std::max<std::size_t>(text.size(), 1), 1));
  std::ranges::copy(lower(text), copy);
  return {copy, text.size()};
}

std::string_view name_of(const GumboElement& element, std::pmr::memory_resource& memory) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece name = element.original_tag;
  gumbo_tag_from_original_text(&name);
  return name.data == nullptr ? std::string_view{} : kept_lower({name.data, name.length}, memory);
}

// A <title> or <a> inside a drawing is not what HTML means by that name.
Tag tag_of(const GumboElement& element, std::string_view name) {
  Tag tag = oc::page::tag_of(name);
  bool is_foreign = element.tag_namespace != GUMBO_NAMESPACE_HTML;
  bool keeps_meaning = tag == Tag::svg || tag == Tag::math || tag == Tag::annotation;
  return is_foreign && !keeps_meaning ? Tag::other : tag;
}

}  // namespace

std::optional<std::string_view> HtmlNode::find(std::string_view attribute) const {
  for (const HtmlAttribute& candidate : attributes) {
    if (candidate.name == attribute) return candidate.value;
  }
  return std::nullopt;
}

std::string_view HtmlNode::value(std::string_view attribute) const {
  return trim(find(attribute).value_or(std::string_view{}));
}

const HtmlNode* HtmlNode::closest(TagSet tags) const {
  for (const HtmlNode* above = parent; above != nullptr; above = above->parent) {
    if (tags.has(above->tag)) return above;
  }
  return nullptr;
}

HtmlTree HtmlTree::parse(std::string_view html) {
  HtmlTree tree;
  if (html.starts_with("\xEF\xBB\xBF")) html.remove_prefix(3);
  std::string_view kept = cut_at_tag(html, kMaxHtmlBytes);
  tree.was_cut_ = kept.size() < html.size();
  HtmlScan scan = scan_html(kept, kMaxTreeDepth);
  bool is_light =
      scan.depth <= kMaxTreeDepth && scan.most_attributes <= kMaxAttributes && scan.tags <= kMaxTags;
  if (!is_light || !tree.parse_with_gumbo(kept)) {
    tree.was_flattened_ = true;
    // Flattened pages are within every limit; the empty page is what remains if that were ever untrue.
    if (!tree.parse_with_gumbo(flatten_html(kept))) tree.parse_with_gumbo("");
  }
  return tree;
}

bool HtmlTree::parse_with_gumbo(std::string_view html) {
  memory_ = std::make_unique<std::pmr::monotonic_buffer_resource>(html.size() * 4 + 4096);
  ParserMemory parser_memory{*memory_};
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = ParserMemory::allocate;
  options.deallocator = ParserMemory::release;
  options.userdata = &parser_memory;
  options.max_errors = 0;
  GumboNode* root = nullptr;
  try {
    root = gumbo_parse_with_options(&options, html.data(), html.size())->root;
  } catch (const ParserGaveUp&) {
    return false;
  }

  std::size_t node_count = 0;
  std::size_t attribute_count = 0;
  walk(root, [&](const GumboNode& node, std::size_t) {
    ++node_count;
    if (is_element(node)) attribute_count += node.v.element.attributes.length;
  });
  nodes_.clear();
  nodes_.reserve(node_count);
  attributes_.clear();
  attributes_.reserve(attribute_count);

  std::vector<HtmlNode*> path;
  auto close_to = [&](std::size_t depth) {
    while (path.size() > depth) {
      path.back()->end = static_cast<std::uint32_t>(nodes_.size());
      path.pop_back();
    }
  };
  walk(root, [&](const GumboNode& source, std::size_t depth) {
    // What lies deeper becomes a sibling.
    close_to(std::min(depth, kMaxTreeDepth));
    HtmlNode& node = nodes_.emplace_back();
    node.index = static_cast<std::uint32_t>(nodes_.size() - 1);
    node.end = node.index + 1;
    node.parent = path.empty() ? nullptr : path.back();
    if (!is_element(source)) {
      node.tag = Tag::text;
      node.text = source.v.text.text;
      return;
    }
    const GumboElement& element = source.v.element;
    node.name = name_of(element, *memory_);
    node.tag = tag_of(element, node.name);
    std::size_t first = attributes_.size();
    for (const GumboAttribute* attribute : attributes_of(source)) {
      if (attribute->attr_namespace == GUMBO_ATTR_NAMESPACE_NONE)
        attributes_.push_back({attribute->name, attribute->value});
    }
    node.attributes = std::span{attributes_}.subspan(first);
    path.push_back(&node);
  });
  close_to(0);
  body_ = first(Tag::body);
  if (body_ == nullptr) body_ = nodes_.data();
  return true;
}

const HtmlNode* HtmlTree::first(Tag tag) const {
  auto found = std::ranges::find(nodes_, tag, &HtmlNode::tag);
  return found == nodes_.end() ? nullptr : &*found;
}

std::string plain_text(const HtmlNode& node, LeavesOut leaves_out) {
  std::string out;
  bool space = false;
  std::uint32_t left_out_end = 0;
  std::vector<std::uint32_t> block_ends;
  std::span<const HtmlNode> parts = node.is_text() ? std::span{&node, 1} : node.below();
  for (const HtmlNode& part : parts) {
    while (!block_ends.empty() && part.index >= block_ends.back()) {
      block_ends.pop_back();
      space = true;
    }
    if (part.index < left_out_end) continue;
    if (leaves_out && !part.is_text() && leaves_out(part)) {
      left_out_end = part.end;
      continue;
    }
    if (kBlockTags.has(part.tag)) {
      block_ends.push_back(part.end);
      space = true;
    }
    for (char c : part.text) {
      if (is_html_space(c)) {
        space = true;
        continue;
      }
      if (space && !out.empty()) out += ' ';
      space = false;
      out += c;
    }
  }
  return out;
}

}  // namespace oc::page
