// Fixture tools that only answer: one for each kind of content, an error, and a tool whose argument is
// repeated in a header.
#include "base/text.h"
#include "fixture_tools.h"
#include "sample_media.h"

namespace oc::conformance {
namespace {

using namespace tool;

Task<Result<ToolOutput>> simple_text(ToolContext&, NoArgs) {
  co_return ToolOutput::text("This is a simple text response for testing.");
}

Task<Result<ToolOutput>> image(ToolContext&, NoArgs) {
  co_return ToolOutput::only(Image{red_pixel_png(), "image/png"});
}

Task<Result<ToolOutput>> audio(ToolContext&, NoArgs) {
  co_return ToolOutput::only(Audio{short_silence_wav(), "audio/wav"});
}

Task<Result<ToolOutput>> embedded_resource(ToolContext&, NoArgs) {
  co_return ToolOutput::only(
      EmbeddedResource{"test://embedded-resource", "text/plain", "This is an embedded resource content."});
}

Task<Result<ToolOutput>> several_contents(ToolContext&, NoArgs) {
  co_return ToolOutput::text("Multiple content types test:")
      .with(Image{red_pixel_png(), "image/png"})
      .with(EmbeddedResource{"test://mixed-content-resource", "application/json",
                             R"({"test":"data","value":123})"});
}

Task<Result<ToolOutput>> always_fail(ToolContext&, NoArgs) {
  co_return fail(ErrorCode::unsupported, "This tool intentionally returns an error for testing");
}

struct RegionArgs {
  std::string region;
};
const Record<RegionArgs> kRegion{
    optional("region", &RegionArgs::region, "Repeated by the client in Mcp-Param-Region.")
        .with("x-mcp-header", "Region"),
};
Task<Result<ToolOutput>> region_header(ToolContext&, RegionArgs args) {
  co_return ToolOutput::text(cat("Region: ", args.region));
}

}  // namespace

std::vector<const Tool*> content_tools() {
  static const Tool text{{.name = "test_simple_text", .summary = "Answers text."}, kNoArgs, simple_text};
  static const Tool picture{{.name = "test_image_content", .summary = "Answers a picture."}, kNoArgs, image};
  static const Tool sound{{.name = "test_audio_content", .summary = "Answers a sound."}, kNoArgs, audio};
  static const Tool resource{
      {.name = "test_embedded_resource", .summary = "Answers a resource with its content."},
      kNoArgs,
      embedded_resource};
  static const Tool several{
      {.name = "test_multiple_content_types", .summary = "Answers text, a picture and a resource."},
      kNoArgs,
      several_contents};
  static const Tool failing{
      {.name = "test_error_handling", .summary = "Always fails."}, kNoArgs, always_fail};
  static const Tool header{{.name = "test_x_mcp_header", .summary = "Has an argument that a header repeats."},
                           kRegion,
                           region_header};
  return {&text, &picture, &sound, &resource, &several, &failing, &header};
}

}  // namespace oc::conformance
