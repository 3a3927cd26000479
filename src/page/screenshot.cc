// Tested by: tests/browser/pictures_test.mjs
#include "page/screenshot.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "page/element_objects.h"
#include "page/frame_place.h"
#include "page/listeners.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr std::size_t kLabelledFrames = 12;
// A busy frame is left without labels.
constexpr auto kFrameTime = std::chrono::milliseconds{500};

// Chrome's textures end there, more would be black; a webp ends one pixel before, more would be nothing.
double most_pixels(ImageFormat format) {
  return format == ImageFormat::webp ? 16'383 : 16'384;
}

double number_of(const json::object& from, std::string_view key) {
  const json::value* found = json::find(from, key);
  return found && found->is_number() ? found->to_number<double>() : 0;
}

json::object viewport_of(const Area& area) {
  return {{"x", area.x}, {"y", area.y}, {"width", area.width}, {"height", area.height}, {"scale", 1}};
}

Task<Result<json::object>> layout_metrics(browser::Tab& tab, std::string part, Stop stop) {
  auto metrics = co_await tab.send("Page.getLayoutMetrics", {}, stop);
  if (!metrics) co_return std::unexpected(std::move(metrics).error());
  const json::object* found = json::find_object(metrics->as_object(), part);
  if (!found) co_return fail(ErrorCode::protocol_error, "the browser did not say how large the page is");
  co_return *found;
}

Task<Result<Area>> whole_page(browser::Tab& tab, Stop stop) {
  auto size = co_await layout_metrics(tab, "cssContentSize", stop);
  if (!size) co_return std::unexpected(std::move(size).error());
  co_return Area{0, 0, number_of(*size, "width"), number_of(*size, "height")};
}

// From a frame's document to that of the page: `scroll` is how far the frame is scrolled.
Task<Result<void>> move_to_page(browser::Tab& tab, std::string frame_id, const json::object& scroll,
                                Area& area, Stop stop) {
  auto place = co_await place_of_frame(tab, std::move(frame_id), stop);
  if (!place) co_return std::unexpected(std::move(place).error().in("the frame is not shown"));
  auto view = co_await layout_metrics(tab, "cssVisualViewport", stop);
  if (!view) co_return std::unexpected(std::move(view).error());
  double left = area.x - number_of(scroll, "x");
  double top = area.y - number_of(scroll, "y");
  // What is around its corners, if the frame is turned.
  auto corners = {place->outside({left, top}), place->outside({left + area.width, top}),
                  place->outside({left, top + area.height}),
                  place->outside({left + area.width, top + area.height})};
  auto [least_x, most_x] = std::ranges::minmax(corners, {}, &FramePlace::Place::x);
  auto [least_y, most_y] = std::ranges::minmax(corners, {}, &FramePlace::Place::y);
  area = {least_x.x + number_of(*view, "pageX"), least_y.y + number_of(*view, "pageY"), most_x.x - least_x.x,
          most_y.y - least_y.y};
  co_return Result<void>{};
}

Task<Result<Area>> element_area(browser::Tab& tab, ElementTarget target, Stop stop) {
  auto resolved = resolve(tab, target);
  if (!resolved) co_return std::unexpected(std::move(resolved).error());
  json::object args = std::move(resolved->args);
  args["scroll"] = true;
  auto box = co_await run_script(tab, scripts::kElementBox, std::move(args), stop, resolved->frame_id);
  if (!box) co_return std::unexpected(std::move(box).error());
  const json::object& found = box->value.as_object();
  Area area{number_of(found, "x"), number_of(found, "y"), number_of(found, "width"),
            number_of(found, "height")};
  if (area.width < 1 || area.height < 1) {
    co_return fail(ErrorCode::element_not_found,
                   "the element has no size on the page, so there is nothing to show",
                   "inspect says why; or take the whole page.");
  }
  const json::object* scroll = json::find_object(found, "viewport");
  if (resolved->frame_id != tab.target_id() && scroll)
    OC_CO_TRY(co_await move_to_page(tab, resolved->frame_id, *scroll, area, stop));
  co_return area;
}

Task<Result<json::value>> capture(browser::Tab& tab, const ScreenshotOptions& options,
                                  std::optional<Area> area, Stop stop) {
  json::object params{{"format", word_of(options.format)}};
  if (options.quality && options.format != ImageFormat::png) params["quality"] = *options.quality;
  // Lossless either way; half as many bytes again for less time.
  if (options.format == ImageFormat::png) params["optimizeForSpeed"] = true;
  if (area) {
    params["clip"] = viewport_of(*area);
    params["captureBeyondViewport"] = true;
  }
  co_return co_await tab.send("Page.captureScreenshot", std::move(params), stop);
}

// Frames inside of the page, the first few.
std::vector<std::string> inner_frames(browser::Tab& tab) {
  std::vector<std::string> out;
  for (std::string& id : tab.frames().ids()) {
    if (id != tab.target_id() && out.size() < kLabelledFrames) out.push_back(std::move(id));
  }
  return out;
}

// As a reading, so that both give refs to the same elements.
Task<Result<void>> draw_labels(browser::Tab& tab, std::string frame_id, bool full_page,
                               std::vector<std::string>& labelled, Stop stop) {
  (void)co_await open_closed_roots(tab, frame_id, stop);
  (void)co_await note_listeners(tab, frame_id, stop);
  auto shown = co_await run_script(tab, scripts::kLabelOverlay, {{"action", "show"}, {"fullPage", full_page}},
                                   stop, frame_id);
  if (!shown) co_return std::unexpected(std::move(shown).error());
  if (const json::array* labels = json::find_array(shown->value.as_object(), "labels")) {
    for (const json::value& label : *labels)
      labelled.push_back(ref_word(static_cast<std::int64_t>(number_of(label.as_object(), "ref"))));
  }
  co_return Result<void>{};
}

}  // namespace

Task<Result<Screenshot>> take_screenshot(browser::Tab& tab, ScreenshotOptions options, Stop stop) {
  std::optional<Area> area = options.clip;
  if (options.full_page) {
    auto whole = co_await whole_page(tab, stop);
    if (!whole) co_return std::unexpected(std::move(whole).error());
    area = *whole;
  } else if (options.element.given()) {
    auto box = co_await element_area(tab, options.element, stop);
    if (!box) co_return std::unexpected(std::move(box).error());
    area = *box;
  }
  Screenshot out{.mime_type = cat("image/", word_of(options.format))};
  if (area) {
    out.wanted = *area;
    area->width = std::min(area->width, most_pixels(options.format));
    area->height = std::min(area->height, most_pixels(options.format));
    out.area = *area;
  }
  std::vector<std::string> drawn;
  if (options.labels) drawn = inner_frames(tab);
  if (options.labels) {
    OC_CO_TRY(co_await draw_labels(tab, tab.target_id(), options.full_page, out.labelled, stop));
    for (const std::string& frame_id : drawn) {
      StopSource brief{stop, std::chrono::steady_clock::now() + kFrameTime};
      auto place = co_await place_of_frame(tab, frame_id, brief.stop());
      if (place) (void)co_await draw_labels(tab, frame_id, options.full_page, out.labelled, brief.stop());
    }
  }
  auto picture = co_await capture(tab, options, area, stop);
  if (options.labels) {
    // Also after a failure or a stop: nothing of ours stays in the page.
    StopSource brief{Stop{}, std::chrono::steady_clock::now() + std::chrono::seconds{1}};
    (void)co_await run_script(tab, scripts::kLabelOverlay, {{"action", "hide"}}, brief.stop());
    for (const std::string& frame_id : drawn)
      (void)co_await run_script(tab, scripts::kLabelOverlay, {{"action", "hide"}}, brief.stop(), frame_id);
  }
  if (!picture) co_return std::unexpected(std::move(picture).error());
  out.base64 = json::find_string(picture->as_object(), "data").value_or("");
  if (out.base64.empty()) {
    co_return fail(ErrorCode::protocol_error, "the browser could not make a picture of it",
                   "Ask for less of the page, or for another format.");
  }
  co_return out;
}

Task<Result<std::string>> print_pdf(browser::Tab& tab, PdfOptions options, Stop stop) {
  struct Paper {
    std::string_view name;
    double width;
    double height;
  };
  static constexpr std::array kPapers{Paper{"a3", 11.69, 16.54}, Paper{"a4", 8.27, 11.69},
                                      Paper{"a5", 5.83, 8.27},   Paper{"letter", 8.5, 11},
                                      Paper{"legal", 8.5, 14},   Paper{"tabloid", 11, 17}};
  auto paper = std::ranges::find(kPapers, lower(options.paper), &Paper::name);
  if (paper == kPapers.end()) {
    co_return fail(ErrorCode::invalid_arguments,
                   cat("'", options.paper, "' is no paper; there are a3, a4, a5, letter, legal, tabloid"));
  }
  auto printed = co_await tab.send("Page.printToPDF",
                                   {{"landscape", options.landscape},
                                    {"printBackground", options.background},
                                    {"scale", options.scale},
                                    {"paperWidth", paper->width},
                                    {"paperHeight", paper->height},
                                    {"marginTop", options.margin_inches},
                                    {"marginBottom", options.margin_inches},
                                    {"marginLeft", options.margin_inches},
                                    {"marginRight", options.margin_inches},
                                    {"pageRanges", options.ranges}},
                                   stop);
  if (!printed) {
    if (printed.error().code == ErrorCode::protocol_error)
      co_return fail(ErrorCode::invalid_arguments,
                     cat("the page cannot be printed so: ", printed.error().message));
    co_return std::unexpected(std::move(printed).error());
  }
  co_return std::string{json::find_string(printed->as_object(), "data").value_or("")};
}

}  // namespace oc::page
