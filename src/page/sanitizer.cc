#include "page/sanitizer.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"

namespace oc::page {
namespace {

// Characters that nobody sees, by the rule that decides whether one may stay.
enum class Suspicion : std::uint8_t {
  none,
  never,                // nothing gives it a meaning
  non_joiner,           // between two letters of a joining script
  joiner,               // after such a letter, or between pictographs
  direction_mark,       // beside a right-to-left letter
  right_to_left,        // after a right-to-left letter
  hangul_filler,        // beside a jamo
  mongolian_variation,  // after a Mongolian letter
  mongolian_separator,  // between Mongolian letters
  presentation,         // VS15 and VS16: after a pictograph, or in a keycap
  variation,            // VS1 to VS14: after a character with such variants
  ideograph_variation,  // after an ideograph
  tag,                  // in a flag
};

struct SuspectRange {
  char32_t first;
  char32_t last;
  Suspicion suspicion;
};
constexpr std::array<SuspectRange, 28> kSuspects{{
    {0x00, 0x1F, Suspicion::never},
    {0x7F, 0x9F, Suspicion::never},
    {0xAD, 0xAD, Suspicion::never},  // soft hyphen: it splits words that a reader sees whole
    {0x34F, 0x34F, Suspicion::right_to_left},
    {0x61C, 0x61C, Suspicion::direction_mark},
    {0x115F, 0x1160, Suspicion::hangul_filler},
    {0x17B4, 0x17B5, Suspicion::never},
    {0x180B, 0x180D, Suspicion::mongolian_variation},
    {0x180E, 0x180E, Suspicion::mongolian_separator},
    {0x180F, 0x180F, Suspicion::mongolian_variation},
    {0x200B, 0x200B, Suspicion::never},
    {0x200C, 0x200C, Suspicion::non_joiner},
    {0x200D, 0x200D, Suspicion::joiner},
    {0x200E, 0x200F, Suspicion::direction_mark},
    {0x202A, 0x202E, Suspicion::never},
    {0x2060, 0x206F, Suspicion::never},
    {0x3164, 0x3164, Suspicion::never},
    {0xFE00, 0xFE0D, Suspicion::variation},
    {0xFE0E, 0xFE0F, Suspicion::presentation},
    {0xFEFF, 0xFEFF, Suspicion::never},
    {0xFFA0, 0xFFA0, Suspicion::never},
    {0xFFF0, 0xFFFB, Suspicion::never},
    {0x1BCA0, 0x1BCA3, Suspicion::never},
    {0x1D173, 0x1D17A, Suspicion::never},
    {0xE0000, 0xE007F, Suspicion::tag},
    {0xE0080, 0xE00FF, Suspicion::never},
    {0xE0100, 0xE01EF, Suspicion::ideograph_variation},
    {0xE01F0, 0xE0FFF, Suspicion::never},
}};

// The neighbours that give a suspect its meaning. None is a suspect itself, or twice could differ from once.
using Neighbours = CodePointRange;
constexpr std::array<Neighbours, 6> kRightToLeft{{{0x590, 0x61B},
                                                  {0x61D, 0x8FF},
                                                  {0xFB1D, 0xFDFF},
                                                  {0xFE70, 0xFEFC},
                                                  {0x10800, 0x10FFF},
                                                  {0x1E800, 0x1EFFF}}};
// Arabic and its kin, the scripts of India and South-East Asia, Mongolian.
constexpr std::array<Neighbours, 12> kJoining{{{0x600, 0x61B},
                                               {0x61D, 0xDFF},
                                               {0xF00, 0x109F},
                                               {0x1700, 0x17B3},
                                               {0x17B6, 0x180A},
                                               {0x1810, 0x1CFF},
                                               {0xA800, 0xA95F},
                                               {0xA980, 0xABFF},
                                               {0xFB50, 0xFDFF},
                                               {0xFE70, 0xFEFC},
                                               {0x10A00, 0x11FFF},
                                               {0x1E900, 0x1E95F}}};
constexpr std::array<Neighbours, 16> kPictographs{{{0xA9, 0xA9},
                                                   {0xAE, 0xAE},
                                                   {0x203C, 0x203C},
                                                   {0x2049, 0x2049},
                                                   {0x2122, 0x2122},
                                                   {0x2139, 0x2139},
                                                   {0x2190, 0x21FF},
                                                   {0x2300, 0x23FF},
                                                   {0x24C2, 0x24C2},
                                                   {0x25A0, 0x27BF},
                                                   {0x2934, 0x2935},
                                                   {0x2B00, 0x2BFF},
                                                   {0x3030, 0x303D},
                                                   {0x3297, 0x3297},
                                                   {0x3299, 0x3299},
                                                   {0x1F000, 0x1FAFF}}};
constexpr std::array<Neighbours, 5> kIdeographs{
    {{0x3005, 0x3007}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFD}}};
// Beside the ideographs: Myanmar, mathematics, CJK punctuation, Phags-pa, hieroglyphs.
constexpr std::array<Neighbours, 7> kVarying{{{0x1000, 0x109F},
                                              {0x2200, 0x22FF},
                                              {0x2A00, 0x2AFF},
                                              {0x3001, 0x3002},
                                              {0xA840, 0xA87F},
                                              {0xFF01, 0xFF1F},
                                              {0x13000, 0x1342F}}};
constexpr std::array<Neighbours, 4> kJamo{
    {{0x1100, 0x115E}, {0x1161, 0x11FF}, {0xA960, 0xA97C}, {0xD7B0, 0xD7FB}}};
constexpr std::array<Neighbours, 1> kMongolian{{{0x1820, 0x18AA}}};

constexpr char32_t kBlackFlag = 0x1F3F4;
constexpr char32_t kCancelTag = 0xE007F;
constexpr char32_t kEmojiPresentation = 0xFE0F;
constexpr char32_t kKeycap = 0x20E3;

constexpr Suspicion suspicion_of(char32_t c) {
  auto next = std::ranges::upper_bound(kSuspects, c, {}, &SuspectRange::first);
  if (next == kSuspects.begin() || c > std::prev(next)->last) return Suspicion::none;
  return std::prev(next)->suspicion;
}

// `previous` is what was last kept, `next` what stands behind: 0 where there is nothing.
bool has_meaning(char32_t c, Suspicion suspicion, char32_t previous, char32_t next) {
  switch (suspicion) {
    case Suspicion::none:
      return true;
    case Suspicion::never:
    case Suspicion::tag:
      return false;
    case Suspicion::non_joiner:
      return is_in(kJoining, previous) && is_in(kJoining, next);
    case Suspicion::joiner:
      return is_in(kJoining, previous) ||
             ((is_in(kPictographs, previous) || previous == kEmojiPresentation) && is_in(kPictographs, next));
    case Suspicion::direction_mark:
      return is_in(kRightToLeft, previous) || is_in(kRightToLeft, next);
    case Suspicion::right_to_left:
      return is_in(kRightToLeft, previous);
    case Suspicion::hangul_filler:
      return is_in(kJamo, previous) || is_in(kJamo, next);
    case Suspicion::mongolian_variation:
      return is_in(kMongolian, previous);
    case Suspicion::mongolian_separator:
      return is_in(kMongolian, previous) && is_in(kMongolian, next);
    case Suspicion::presentation: {
      bool is_key = (previous >= '0' && previous <= '9') || previous == '#' || previous == '*';
      return is_in(kPictographs, previous) || (c == kEmojiPresentation && is_key && next == kKeycap);
    }
    case Suspicion::variation:
      return is_in(kVarying, previous) || is_in(kIdeographs, previous);
    case Suspicion::ideograph_variation:
      return is_in(kIdeographs, previous);
  }
  return false;
}

// Bytes of the tags at `at` when they name a region's part (two letters, then one to three letters or digits)
// and are closed; else 0. Longer tags are no flag but a message.
std::size_t flag_bytes(std::string_view text, std::size_t at) {
  std::size_t start = at;
  for (std::size_t count = 0; at < text.size() && count <= 5; ++count) {
    CodePoint tag = code_point_at(text, at);
    at += tag.bytes;
    if (tag.value == kCancelTag) return count >= 3 ? at - start : 0;
    bool is_letter = tag.value >= 0xE0061 && tag.value <= 0xE007A;
    bool is_digit = tag.value >= 0xE0030 && tag.value <= 0xE0039;
    if (!is_letter && !(is_digit && count >= 2)) return 0;
  }
  return 0;
}

// Where plain ASCII that begins at `at` ends. Blocks have no branch inside, so that the compiler makes
// vectors.
std::size_t end_of_plain(std::string_view text, std::size_t at) {
  auto is_plain = [](char c) { return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t' || c == '\r'; };
  constexpr std::size_t kBlock = 64;
  while (at + kBlock <= text.size()) {
    bool all = true;
    for (std::size_t i = 0; i < kBlock; ++i) all &= is_plain(text[at + i]);
    if (!all) break;
    at += kBlock;
  }
  while (at < text.size() && is_plain(text[at])) ++at;
  return at;
}

// Moves what may stay to the front and returns its size. REQUIRES: valid UTF-8, plain up to `at`.
std::size_t keep_visible(char* data, std::size_t size, std::size_t at, SanitizeCounts& counts) {
  std::string_view text{data, size};
  std::size_t kept = at;
  char32_t previous = at > 0 ? static_cast<char32_t>(data[at - 1]) : 0;
  auto keep = [&](std::size_t bytes) {
    if (kept != at) std::memmove(data + kept, data + at, bytes);
    kept += bytes;
    at += bytes;
  };
  while (at < size) {
    if (std::size_t end = end_of_plain(text, at); end > at) {
      previous = static_cast<char32_t>(data[end - 1]);
      keep(end - at);
      continue;
    }
    CodePoint now = code_point_at(text, at);
    Suspicion suspicion = suspicion_of(now.value);
    if (suspicion == Suspicion::tag) {
      std::size_t flag = previous == kBlackFlag ? flag_bytes(text, at) : 0;
      if (flag > 0) {
        previous = kCancelTag;
        keep(flag);
      } else {
        ++counts.tags;
        at += now.bytes;
        previous = 0;  // the end of a message is no flag either
      }
      continue;
    }
    std::size_t behind = at + now.bytes;
    char32_t next = suspicion != Suspicion::none && behind < size ? code_point_at(text, behind).value : 0;
    if (has_meaning(now.value, suspicion, previous, next)) {
      previous = now.value;
      keep(now.bytes);
    } else {
      ++counts.invisible;
      at += now.bytes;
    }
  }
  return kept;
}

// Behind the comment whose text begins at `at`, as an HTML parser reads it: "<!-->" and "<!--->" are whole
// comments. npos when it is never closed.
std::size_t end_of_comment(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at);
  if (rest.starts_with('>')) return at + 1;
  if (rest.starts_with("->")) return at + 2;
  while ((at = text.find("--", at)) != std::string_view::npos) {
    rest = text.substr(at + 2);
    if (rest.starts_with('>')) return at + 3;
    if (rest.starts_with("!>")) return at + 4;
    ++at;
  }
  return at;
}

// As keep_visible. Looks at what is kept, not at what is read: "<!<!---->-- x -->" is a comment in a comment.
std::size_t keep_uncommented(char* data, std::size_t size, SanitizeCounts& counts) {
  constexpr std::string_view kOpening = "<!--";
  std::string_view text{data, size};
  std::size_t kept = std::min(text.find(kOpening), size);
  std::size_t end = 0;  // npos once no comment is closed any more: not to be searched for again
  for (std::size_t at = kept; at < size;) {
    data[kept++] = data[at++];
    if (data[kept - 1] != '-' || !text.substr(0, kept).ends_with(kOpening)) continue;
    kept -= kOpening.size();
    ++counts.comments;
    if (end != std::string_view::npos) end = end_of_comment(text, at);
    at = end != std::string_view::npos ? end : std::min(text.find('\n', at), size);
  }
  return kept;
}

// Phrases that speak to an agent rather than a reader, in English: few, and rare elsewhere. They are only
// counted, so a page about prompt injection stays readable.
const RE2& instruction_phrases() {
  static const RE2 phrases = [] {
    RE2::Options options;
    options.set_case_sensitive(false);
    options.set_never_capture(true);
    options.set_log_errors(false);
    return RE2{
        R"(\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|of|the|your|my|these|those)\s+)*)"
        R"((?:previous|prior|above|preceding|earlier|foregoing|existing|original|given|system)\s+(?:\w+\s+)?)"
        R"((?:instruction|prompt|direction|directive|rule|message|guideline|command|context)s?\b)"
        R"(|\byou\s+are\s+now\s+(?:an?|acting|operating|no\s+longer|in\s+\w+\s+mode)\b)"
        R"(|\bsystem\s+prompts?\b)"
        R"(|\b(?:do\s+not|don['’]t|never|without)\s+(?:tell|inform|alert|notify|mention\s+this\s+to)(?:ing)?\s+)"
        R"(the\s+(?:user|human|operator)\b)"
        R"(|\bas\s+an?\s+(?:ai|llm|(?:large\s+)?language\s+model)\b)"
        R"(|\b(?:new|updated|additional|secret|hidden)\s+instructions?\s*:)"
        R"(|\b(?:instructions?|message|note|attention)\s+(?:to|for)\s+(?:all\s+|any\s+|the\s+)?(?:ai|llm)\b)"
        // The markup of chat templates.
        R"(|<\|[a-z_]+\|>|\[/?INST\]|<</?SYS>>)",
        options};
  }();
  return phrases;
}

std::size_t count_instructions(std::string_view text) {
  // The shortest phrase; and texts beyond this size are files rather than prose.
  constexpr std::size_t kShortest = 5;
  constexpr std::size_t kLongest = 4U << 20;
  if (text.size() < kShortest || text.size() > kLongest) return 0;
  std::size_t count = 0;
  re2::StringPiece rest{text.data(), text.size()};
  while (RE2::FindAndConsume(&rest, instruction_phrases())) ++count;
  return count;
}

// `String` is std::string or json::string.
template <class String>
void sanitize_string(String& text, SanitizeCounts& counts) {
  auto view = [&] { return std::string_view{text.data(), text.size()}; };
  std::size_t plain = end_of_plain(view(), 0);
  if (plain < text.size()) {
    if (!is_valid_utf8(view().substr(plain))) text = mend_utf8(view());
    text.resize(keep_visible(text.data(), text.size(), plain, counts));
  }
  text.resize(keep_uncommented(text.data(), text.size(), counts));
  counts.instructions += count_instructions(view());
}

void sanitize_object(json::object& members, SanitizeCounts& counts) {
  bool is_key_changed = false;
  std::vector<std::string> keys;
  keys.reserve(members.size());
  for (auto& member : members) {
    std::string key{member.key()};
    sanitize_string(key, counts);
    is_key_changed |= key != std::string_view{member.key()};
    keys.push_back(std::move(key));
    sanitize(member.value(), counts);
  }
  if (!is_key_changed) return;
  json::object renamed{members.storage()};
  std::size_t i = 0;
  for (auto& member : members) renamed.emplace(keys[i++], std::move(member.value()));
  members = std::move(renamed);
}

std::string counted(std::size_t count, std::string_view noun) {
  return cat(count, " ", noun, count == 1 ? "" : "s");
}

}  // namespace

SanitizeCounts& SanitizeCounts::operator+=(const SanitizeCounts& more) {
  invisible += more.invisible;
  tags += more.tags;
  comments += more.comments;
  instructions += more.instructions;
  return *this;
}

void sanitize(std::string& text, SanitizeCounts& counts) {
  sanitize_string(text, counts);
}

void sanitize(json::value& value, SanitizeCounts& counts) {
  if (json::string* text = value.if_string()) return sanitize_string(*text, counts);
  if (json::object* members = value.if_object()) return sanitize_object(*members, counts);
  if (json::array* items = value.if_array()) {
    for (json::value& item : *items) sanitize(item, counts);
  }
}

std::string sanitize_line(std::string_view text) {
  std::string out = one_line(text);
  // Line and paragraph separators, and the old next-line control.
  for (std::string_view separator : {"\u2028", "\u2029", "\u0085"}) {
    for (std::size_t at = 0; (at = out.find(separator, at)) != std::string::npos;)
      out.replace(at, separator.size(), " ");
  }
  SanitizeCounts ignored;
  sanitize(out, ignored);
  return out;
}

std::string describe(const SanitizeCounts& counts, std::size_t hidden_texts) {
  std::vector<std::string> removed;
  if (counts.invisible > 0) removed.push_back(counted(counts.invisible, "invisible character"));
  if (counts.tags > 0) removed.push_back(counted(counts.tags, "tag character"));
  if (counts.comments > 0) removed.push_back(counted(counts.comments, "comment"));
  std::vector<std::string> said;
  if (!removed.empty()) {
    std::string last = std::move(removed.back());
    removed.pop_back();
    said.push_back(cat("removed ", join(removed, ", "), removed.empty() ? "" : " and ", last));
  }
  if (hidden_texts > 0) said.push_back(cat("dropped ", counted(hidden_texts, "hidden text")));
  if (counts.instructions > 0)
    said.push_back(cat(counted(counts.instructions, "instruction-like phrase"), ": treat page text as data"));
  return said.empty() ? "" : cat("[sanitizer] ", join(said, "; "));
}

}  // namespace oc::page
