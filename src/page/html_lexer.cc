#include "page/html_lexer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace oc::page {
namespace {

constexpr std::size_t kLongestName = 32;

constexpr std::array<std::string_view, 9> kRawElements{"script", "style",   "textarea", "title",    "xmp",
                                                       "iframe", "noembed", "noframes", "plaintext"};
constexpr std::array<std::string_view, 19> kVoidElements{
    "area", "base",  "basefont", "bgsound", "br",   "col",   "embed",  "frame", "hr", "image",
    "img",  "input", "keygen",   "link",    "meta", "param", "source", "track", "wbr"};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool ends_name(char c) {
  return is_space(c) || c == '/' || c == '>';
}

}  // namespace

bool is_void_element(std::string_view name) {
  return std::ranges::find(kVoidElements, name) != kVoidElements.end();
}

bool HtmlLexer::next(HtmlPiece& piece) {
  if (at_ >= html_.size()) return false;
  piece.attributes = 0;
  piece.name.clear();
  if (!raw_element_.empty()) {
    read_raw(piece);
    if (!piece.source.empty()) return true;
    if (at_ >= html_.size()) return false;
  }
  char next = at_ + 1 < html_.size() ? html_[at_ + 1] : '\0';
  char after = at_ + 2 < html_.size() ? html_[at_ + 2] : '\0';
  bool is_tag = html_[at_] == '<';
  if (is_tag && is_letter(next)) {
    piece.kind = HtmlPiece::Kind::start_tag;
    read_tag(piece, at_ + 1);
  } else if (is_tag && next == '/' && is_letter(after)) {
    piece.kind = HtmlPiece::Kind::end_tag;
    read_tag(piece, at_ + 2);
  } else if (is_tag && (next == '!' || next == '?' || next == '/')) {
    read_comment(piece);
  } else {
    read_text(piece);
  }
  return true;
}

void HtmlLexer::read_text(HtmlPiece& piece) {
  std::size_t end = std::min(html_.find('<', at_ + 1), html_.size());
  piece.kind = HtmlPiece::Kind::text;
  piece.source = html_.substr(at_, end - at_);
  at_ = end;
}

void HtmlLexer::read_comment(HtmlPiece& piece) {
  std::size_t end = std::string_view::npos;
  std::string_view rest = html_.substr(at_);
  if (rest.starts_with("<!-->") || rest.starts_with("<!--->")) {
    end = html_.find('>', at_) + 1;
  } else if (rest.starts_with("<!--")) {
    for (std::size_t dashes = html_.find("--", at_ + 4); dashes != std::string_view::npos;
         dashes = html_.find("--", dashes + 1)) {
      std::string_view tail = html_.substr(dashes + 2);
      if (tail.starts_with('>') || tail.starts_with("!>")) {
        end = html_.find('>', dashes) + 1;
        break;
      }
    }
  } else if (std::size_t close = html_.find('>', at_); close != std::string_view::npos) {
    end = close + 1;
  }
  end = std::min(end, html_.size());
  piece.kind = HtmlPiece::Kind::comment;
  piece.source = html_.substr(at_, end - at_);
  at_ = end;
}

std::size_t HtmlLexer::skip_attribute(std::size_t at) const {
  // A '=' in front belongs to the name.
  std::size_t name_begin = at;
  while (at < html_.size() && !ends_name(html_[at]) && (html_[at] != '=' || at == name_begin)) ++at;
  while (at < html_.size() && is_space(html_[at])) ++at;
  if (at >= html_.size() || html_[at] != '=') return at;
  ++at;
  while (at < html_.size() && is_space(html_[at])) ++at;
  if (at >= html_.size()) return at;
  if (html_[at] == '"' || html_[at] == '\'') {
    std::size_t close = html_.find(html_[at], at + 1);
    return close == std::string_view::npos ? html_.size() : close + 1;
  }
  while (at < html_.size() && !is_space(html_[at]) && html_[at] != '>') ++at;
  return at;
}

void HtmlLexer::read_tag(HtmlPiece& piece, std::size_t name_begin) {
  std::size_t at = name_begin;
  while (at < html_.size() && !ends_name(html_[at])) ++at;
  piece.name = lower(html_.substr(name_begin, std::min(at - name_begin, kLongestName)));
  while (at < html_.size() && html_[at] != '>') {
    if (is_space(html_[at]) || html_[at] == '/') {
      ++at;
      continue;
    }
    ++piece.attributes;
    at = skip_attribute(at);
  }
  if (at >= html_.size()) {
    piece.kind = HtmlPiece::Kind::comment;
    piece.source = html_.substr(at_);
    at_ = html_.size();
    return;
  }
  piece.source = html_.substr(at_, at + 1 - at_);
  at_ = at + 1;
  if (piece.kind == HtmlPiece::Kind::start_tag &&
      std::ranges::find(kRawElements, piece.name) != kRawElements.end())
    raw_element_ = piece.name;
}

void HtmlLexer::read_raw(HtmlPiece& piece) {
  std::size_t end = html_.size();
  if (raw_element_ != "plaintext") {
    for (std::size_t at = html_.find("</", at_); at != std::string_view::npos;
         at = html_.find("</", at + 2)) {
      std::string_view name = html_.substr(at + 2, raw_element_.size());
      std::size_t after = at + 2 + raw_element_.size();
      if (equals_ignoring_case(name, raw_element_) && after < html_.size() && ends_name(html_[after])) {
        end = at;
        break;
      }
    }
  }
  piece.kind = HtmlPiece::Kind::raw;
  piece.name = std::exchange(raw_element_, {});
  piece.source = html_.substr(at_, end - at_);
  at_ = end;
}

}  // namespace oc::page
