// page_screenshot — a picture of the page, of a part of it or of one element.
// Tested by: tests/browser/{pictures,screenshot_size}_test.mjs
#include <cmath>

#include "base/encoding.h"
#include "page/screenshot.h"
#include "store/atomic_file.h"
#include "store/safe_path.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;

struct Clip {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  static const Record<Clip>& record() {
    static const Record<Clip> fields{required("x", &Clip::x), required("y", &Clip::y),
                                     required("width", &Clip::width), required("height", &Clip::height)};
    return fields;
  }
};

struct Args {
  bool full_page = false;
  std::optional<Clip> clip;
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  std::optional<page::ImageFormat> format;
  std::optional<int> quality;
  std::optional<std::string> path;
  bool labels = false;
};

const Record<Args> kParams{
    optional("full_page", &Args::full_page, "Not just what is in view."),
    optional("clip", &Args::clip, "In CSS pixels of the page."),
    optional("ref", &Args::ref, "Only this element."),
    optional("selector", &Args::selector),
    optional("format", &Args::format, "Default: what path ends with, else webp."),
    optional("quality", &Args::quality, "Of webp and jpeg.").range(1, 100),
    optional("path", &Args::path, "Write it to this file instead."),
    optional("labels", &Args::labels, "Draw the ref numbers of what can be operated."),
};

page::ImageFormat format_of(const Args& args) {
  if (args.format) return *args.format;
  std::string path = lower(args.path.value_or(""));
  if (path.ends_with(".png")) return page::ImageFormat::png;
  if (path.ends_with(".jpg") || path.ends_with(".jpeg")) return page::ImageFormat::jpeg;
  return page::ImageFormat::webp;
}

Result<page::ScreenshotOptions> options_from(const Args& args) {
  page::ScreenshotOptions options{.format = format_of(args),
                                  .quality = args.quality,
                                  .full_page = args.full_page,
                                  .element = {args.ref.value_or(""), args.selector.value_or("")},
                                  .labels = args.labels};
  if (args.full_page + args.clip.has_value() + options.element.given() > 1)
    return fail(ErrorCode::invalid_arguments, "give only one of full_page, clip, and ref or selector");
  if (args.clip) {
    if (args.clip->width < 1 || args.clip->height < 1)
      return fail(ErrorCode::invalid_arguments, "'clip' needs a width and a height of at least 1");
    options.clip = page::Area{args.clip->x, args.clip->y, args.clip->width, args.clip->height};
  }
  return options;
}

// "height cut at 16384 px of 20000; clip shows the rest"
std::string cut_note(const page::Screenshot& picture) {
  std::vector<std::string> cuts;
  auto compare = [&](std::string_view side, double shown, double wanted) {
    if (shown < wanted)
      cuts.push_back(cat(side, " cut at ", std::llround(shown), " px of ", std::llround(wanted)));
  };
  compare("width", picture.area.width, picture.wanted.width);
  compare("height", picture.area.height, picture.wanted.height);
  return cuts.empty() ? "" : cat(join(cuts, ", "), "; clip shows the rest");
}

Task<Result<ToolOutput>> write_file(TabContext& context, std::string path, page::Screenshot picture) {
  auto bytes = base64_decode(picture.base64);
  if (!bytes) co_return fail(ErrorCode::protocol_error, "the browser's picture cannot be decoded");
  store::FileSystem& files = context.services().files;
  auto written = co_await context.services().pool.run([&files, path, bytes]() -> Result<void> {
    OC_TRY(files.make_directories(store::parent_of(path)));
    return store::write_atomically(files, path, *bytes);
  });
  if (!written) co_return std::unexpected(std::move(written).error());
  co_return ToolOutput::json(
      json::object{{"path", path}, {"mime_type", picture.mime_type}, {"size_bytes", bytes->size()}});
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  auto options = options_from(args);
  if (!options) co_return std::unexpected(std::move(options).error());
  std::string path;
  if (args.path) {
    auto allowed = store::path_below(context.services().pages.file_roots, *args.path);
    if (!allowed) co_return std::unexpected(std::move(allowed).error());
    path = std::move(*allowed);
  }
  auto front = co_await context.browser().bring_to_front(context.tab(), context.stop());
  if (!front) co_return std::unexpected(std::move(front).error());
  auto picture = co_await page::take_screenshot(context.tab(), std::move(*options), context.stop());
  if (!picture) co_return std::unexpected(std::move(picture).error());
  std::string labelled = args.labels ? cat("labelled: ", join(picture->labelled, " ")) : "";
  std::string cut = cut_note(*picture);
  Result<ToolOutput> output = ToolOutput{};
  if (!path.empty()) {
    output = co_await write_file(context, path, std::move(*picture));
  } else {
    output = ToolOutput::only(
        Image{.bytes = std::move(picture->base64), .mime_type = picture->mime_type, .is_base64 = true});
  }
  auto add = [&](std::string note) {
    if (output && !note.empty()) output->notes.push_back(std::move(note));
  };
  add(std::move(labelled));
  add(std::move(cut));
  co_return output;
}

}  // namespace

const Tool& page_screenshot() {
  static const Tool tool{
      {.name = "page_screenshot",
       .title = "Screenshot",
       .summary =
           "Take a picture of the page, of an area or of one element; with labels, refs are drawn on it.",
       .use_when = "looks matter, or text alone does not tell.",
       .avoid_when = "you want to read or act: read_page costs less.",
       .tier = Tier::core,
       .effect = Effect::observation},
      kParams,
      run};
  return tool;
}

}  // namespace oc::tools
