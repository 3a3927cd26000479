#include "page/html_scan.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "page/html_lexer.h"

namespace oc::page {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::size_t kFlatDepth = 200;
constexpr std::size_t kFlatBoxes = 40;  // few, so that the paragraphs inside them still fit
constexpr std::size_t kFlatTags = 250'000;
constexpr std::size_t kFlatAttributes = 64;
constexpr std::size_t kFlatTagBytes = 16'384;

// What flattening keeps. Elements with parsing rules of their own (select, svg, template …) are not among
// them: only so is the depth of the result certain.
constexpr std::array<std::string_view, 8> kBoxes{"div",   "section", "center", "form",
                                                 "table", "tr",      "td",     "th"};
constexpr std::array<std::string_view, 4> kTableParts{"table", "tr", "td", "th"};
constexpr std::array<std::string_view, 34> kBlocks{
    "div", "section", "center",  "form",    "table", "article", "main",      "header",   "footer",
    "nav", "aside",   "figure",  "details", "ul",    "ol",      "dl",        "fieldset", "blockquote",
    "p",   "h1",      "h2",      "h3",      "h4",    "h5",      "h6",        "li",       "dt",
    "dd",  "pre",     "address", "hr",      "br",    "summary", "figcaption"};
constexpr std::array<std::string_view, 13> kInline{"a",    "b", "strong", "i",   "em",  "code", "kbd",
                                                   "samp", "s", "del",    "sub", "sup", "q"};
constexpr std::array<std::string_view, 7> kVoids{"br", "hr", "img", "meta", "base", "link", "input"};

constexpr std::array<std::string_view, 4> kListRoots{"ul", "ol", "menu", "dir"};
constexpr std::array<std::string_view, 5> kParagraphBarriers{"table", "td", "th", "caption", "button"};
constexpr std::array<std::string_view, 1> kDefinitionRoots{"dl"};
constexpr std::array<std::string_view, 1> kTableRoots{"table"};
constexpr std::array<std::string_view, 1> kSelectRoots{"select"};

bool is_one_of(std::string_view name, Names names) {
  return std::ranges::find(names, name) != names.end();
}
bool is_block(std::string_view name) {
  return is_one_of(name, kBlocks);
}

// The open elements, with the end tags that HTML lets an author leave out supplied. `on_close` hears every
// element that closes, innermost first. Elements that are not kept still pair their tags.
class OpenElements {
 public:
  struct Open {
    std::string name;
    bool is_kept = true;
  };

  std::size_t depth() const { return open_.size(); }
  std::size_t kept() const { return kept_; }
  std::size_t kept_boxes() const { return kept_boxes_; }

  void open(const std::string& name, bool is_kept) {
    open_.push_back({name, is_kept});
    ++counts_[name];
    count(open_.back(), 1);
  }

  // Up to and with the innermost `name`, unless one of `barriers` stands in front of it.
  void close(const std::string& name, Names barriers, auto on_close) {
    auto found = counts_.find(name);
    if (found == counts_.end() || found->second == 0) return;
    std::size_t at = open_.size();
    while (open_[at - 1].name != name) {
      // A long walk that ends at a barrier would be paid again by every tag that follows.
      bool walked_far = !barriers.empty() && open_.size() - at > 1000;
      if (walked_far || is_one_of(open_[at - 1].name, barriers)) return;
      --at;
    }
    while (open_.size() >= at) {
      Open last = std::move(open_.back());
      open_.pop_back();
      --counts_[last.name];
      count(last, -1);
      on_close(last);
    }
  }

  // What the start tag of `name` closes by itself.
  void close_implied(const std::string& name, auto on_close) {
    if (name == "li") {
      close("li", kListRoots, on_close);
    } else if (name == "dt" || name == "dd") {
      close("dt", kDefinitionRoots, on_close);
      close("dd", kDefinitionRoots, on_close);
    } else if (name == "tr" || name == "tbody" || name == "thead" || name == "tfoot") {
      close("tr", kTableRoots, on_close);
      if (name == "tr") return;
      for (const char* group : {"tbody", "thead", "tfoot"}) close(group, kTableRoots, on_close);
    } else if (name == "td" || name == "th") {
      close("td", kTableRoots, on_close);
      close("th", kTableRoots, on_close);
    } else if (name == "option") {
      close("option", kSelectRoots, on_close);
    } else if (name == "a") {
      close("a", kParagraphBarriers, on_close);
    }
    if (is_block(name) && name != "br") close("p", kParagraphBarriers, on_close);
  }

 private:
  void count(const Open& element, int change) {
    if (!element.is_kept) return;
    kept_ += change;
    if (is_one_of(element.name, kBoxes)) kept_boxes_ += change;
  }

  std::vector<Open> open_;
  std::unordered_map<std::string, std::size_t> counts_;
  std::size_t kept_ = 0;
  std::size_t kept_boxes_ = 0;
};

class Flattener {
 public:
  std::string run(std::string_view html) {
    out_.reserve(html.size());
    HtmlLexer lexer{html};
    HtmlPiece piece;
    while (lexer.next(piece)) take(piece);
    return std::move(out_);
  }

 private:
  void take(const HtmlPiece& piece) {
    switch (piece.kind) {
      case HtmlPiece::Kind::text:
        out_ += piece.source;
        after_break_ = after_break_ && trim(piece.source).empty();
        break;
      case HtmlPiece::Kind::raw:
        if (piece.name == "title") out_ += cat("<title>", piece.source, "</title>");
        if (piece.name == "plaintext" || piece.name == "xmp") out_ += piece.source;
        break;
      case HtmlPiece::Kind::start_tag:
        start(piece);
        break;
      case HtmlPiece::Kind::end_tag:
        end(piece.name);
        break;
      case HtmlPiece::Kind::comment:
        break;
    }
  }

  void start(const HtmlPiece& piece) {
    open_.close_implied(piece.name, [this](const auto& closed) { write_end(closed); });
    if (piece.name == "html") return write_start(piece);  // for its language; the parser needs no end tag
    if (is_void_element(piece.name)) {
      if (is_one_of(piece.name, kVoids) && ++tags_ <= kFlatTags) write_start(piece);
      return;
    }
    bool known = is_block(piece.name) || is_one_of(piece.name, kInline) || is_one_of(piece.name, kTableParts);
    if (!known) return;
    bool is_box = is_one_of(piece.name, kBoxes);
    bool fits =
        open_.kept() < kFlatDepth && (!is_box || open_.kept_boxes() < kFlatBoxes) && ++tags_ <= kFlatTags;
    open_.open(piece.name, fits);
    if (fits) {
      write_start(piece);
    } else if (is_block(piece.name)) {
      break_line();
    }
  }

  void write_start(const HtmlPiece& piece) {
    bool is_light = piece.attributes <= kFlatAttributes && piece.source.size() <= kFlatTagBytes;
    if (is_one_of(piece.name, kTableParts)) {
      out_ += "<div>";
    } else if (is_light) {
      out_ += piece.source;
    } else {
      out_ += cat("<", piece.name, ">");
    }
    after_break_ = false;
  }

  void end(const std::string& name) {
    open_.close(name, {}, [this](const auto& closed) { write_end(closed); });
  }

  void write_end(const OpenElements::Open& closed) {
    if (closed.is_kept) {
      out_ += is_one_of(closed.name, kTableParts) ? "</div>" : cat("</", closed.name, ">");
    } else if (is_block(closed.name)) {
      break_line();
    }
  }

  // Keeps words apart that only a left-out tag separated.
  void break_line() {
    if (after_break_) return;
    out_ += ++tags_ <= kFlatTags ? "<br>" : " ";
    after_break_ = true;
  }

  std::string out_;
  OpenElements open_;
  std::size_t tags_ = 0;
  bool after_break_ = false;
};

}  // namespace

HtmlScan scan_html(std::string_view html, std::size_t max_depth) {
  HtmlScan scan;
  OpenElements open;
  HtmlLexer lexer{html};
  HtmlPiece piece;
  auto ignore = [](const auto&) {};
  while (lexer.next(piece) && scan.depth <= max_depth) {
    if (piece.kind == HtmlPiece::Kind::end_tag) {
      if (piece.name == "p" || piece.name == "br") ++scan.tags;  // without a start tag they make an element
      open.close(piece.name, {}, ignore);
    } else if (piece.kind == HtmlPiece::Kind::start_tag) {
      ++scan.tags;
      scan.most_attributes = std::max(scan.most_attributes, piece.attributes);
      open.close_implied(piece.name, ignore);
      if (is_void_element(piece.name) || piece.source.ends_with("/>")) continue;
      open.open(piece.name, true);
      scan.depth = std::max(scan.depth, open.depth());
    }
  }
  return scan;
}

std::string flatten_html(std::string_view html) {
  return Flattener{}.run(html);
}

std::string_view cut_at_tag(std::string_view html, std::size_t max_bytes) {
  if (html.size() <= max_bytes) return html;
  std::string_view head = cut(html, max_bytes);
  // A tag longer than this is no tag.
  constexpr std::size_t kLongestTag = 65'536;
  std::size_t open = head.rfind('<');
  bool inside_tag = open != std::string_view::npos && head.find('>', open) == std::string_view::npos;
  return inside_tag && head.size() - open < kLongestTag ? head.substr(0, open) : head;
}

}  // namespace oc::page
