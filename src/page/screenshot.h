// Pictures of a page, and the page as PDF, as the browser hands them out: base64.
#pragma once
#include <optional>
#include <string>

#include "base/enum_words.h"
#include "page/script_runner.h"

namespace oc::page {

enum class ImageFormat : std::uint8_t { webp, png, jpeg };

struct Area {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

struct ScreenshotOptions {
  ImageFormat format = ImageFormat::webp;
  std::optional<int> quality;  // of webp and jpeg
  bool full_page = false;
  std::optional<Area> clip;  // in CSS pixels of the document
  ElementTarget element;     // only this one
  bool labels = false;       // draw the refs of what can be operated
};

struct Screenshot {
  std::string base64;
  std::string mime_type;
  Area area;                          // what it shows
  Area wanted;                        // what it was to show: larger when no picture can be so large
  std::vector<std::string> labelled;  // refs that were drawn
};

Task<Result<Screenshot>> take_screenshot(browser::Tab& tab, ScreenshotOptions options, Stop stop);

struct PdfOptions {
  bool landscape = false;
  bool background = true;
  double scale = 1;
  std::string paper = "a4";  // a3, a4, a5, letter, legal, tabloid
  double margin_inches = 0.4;
  std::string ranges;  // "1-3, 5"
};
// As base64. invalid_arguments for a paper nobody knows.
Task<Result<std::string>> print_pdf(browser::Tab& tab, PdfOptions options, Stop stop);

}  // namespace oc::page

template <>
struct oc::EnumWords<oc::page::ImageFormat> {
  static constexpr std::array<std::string_view, 3> words{"webp", "png", "jpeg"};
};
