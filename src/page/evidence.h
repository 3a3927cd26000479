// Evidence: what a page was like at a moment, in parts that are files. Cleaned as page text is everywhere,
// and without secrets: no cookie values, no authorization. Writing them is somebody else's business.
#pragma once
#include <string>

#include "base/enum_words.h"
#include "browser/browser.h"
#include "page/sanitizer.h"

namespace oc::page {

enum class EvidencePart : std::uint8_t { dom, screenshot, network, console, ax, cookies_meta };

struct EvidenceOptions {
  bool sanitize = true;
  std::int64_t network_since_ms = 0;  // requests that began then or later, or are still under way
};

struct Evidence {
  std::string name;  // dom.html, screenshot.webp, network.json …
  std::string bytes;
  bool cut = false;  // there was more
  SanitizeCounts removed = {};
  std::size_t hidden_texts = 0;
};

Task<Result<Evidence>> capture_evidence(browser::Browser& browser, browser::Tab& tab, EvidencePart part,
                                        EvidenceOptions options, Stop stop);
// The same of something that was captured before: text of dom and ax, base64 of a screenshot (a data: URL
// too), any JSON of the others. invalid_arguments when it is not that.
Result<Evidence> evidence_from(EvidencePart part, const json::value& given, const EvidenceOptions& options);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::EvidencePart> {
  static constexpr std::array<std::string_view, 6> words{"dom",     "screenshot", "network",
                                                         "console", "ax",         "cookies_meta"};
};
