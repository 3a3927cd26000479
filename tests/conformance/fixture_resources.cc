// Three fixed resources and a template that repeats its variable.
#include "fixture_resources.h"

#include "base/text.h"
#include "json/write.h"
#include "sample_media.h"

namespace oc::conformance {
namespace {

using mcp::Resource;
using mcp::ResourceContent;
using mcp::ResourceTemplate;

constexpr std::string_view kTextUri = "test://static-text";
constexpr std::string_view kBinaryUri = "test://static-binary";
constexpr std::string_view kWatchedUri = "test://watched-resource";
constexpr std::string_view kTemplate = "test://template/{id}/data";
constexpr std::string_view kTemplateStart = "test://template/";
constexpr std::string_view kTemplateEnd = "/data";

// The id in a URI of the template; nothing when it is not one.
std::optional<std::string_view> id_in(std::string_view uri) {
  bool fits = uri.size() > kTemplateStart.size() + kTemplateEnd.size() && uri.starts_with(kTemplateStart) &&
              uri.ends_with(kTemplateEnd);
  if (!fits) return std::nullopt;
  std::string_view id = uri.substr(kTemplateStart.size());
  id.remove_suffix(kTemplateEnd.size());
  if (id.contains('/')) return std::nullopt;
  return id;
}

std::optional<ResourceContent> content_of(const std::string& uri) {
  if (uri == kTextUri)
    return ResourceContent{uri, "text/plain", "This is the content of the static text resource."};
  if (uri == kBinaryUri) return ResourceContent{uri, "image/png", red_pixel_png(), true};
  if (uri == kWatchedUri)
    return ResourceContent{uri, "text/plain", "This is the content of the watched resource."};
  auto id = id_in(uri);
  if (!id) return std::nullopt;
  json::object data{{"id", *id}, {"templateTest", true}, {"data", cat("Data for ID: ", *id)}};
  return ResourceContent{uri, "application/json", json::write(data)};
}

class FixtureResources final : public mcp::ResourceProvider {
 public:
  std::vector<Resource> resources() const override {
    return {
        {std::string{kTextUri}, "static-text", "Static text", "A text that never changes.", "text/plain"},
        {std::string{kBinaryUri}, "static-binary", "Static picture", "A picture that never changes.",
         "image/png"},
        {std::string{kWatchedUri}, "watched-resource", "Watched", "A text that clients may watch.",
         "text/plain"},
    };
  }

  std::vector<ResourceTemplate> templates() const override {
    return {{std::string{kTemplate}, "template-data", "Data by id", "Data of one id.", "application/json"}};
  }

  Task<Result<std::optional<ResourceContent>>> read(std::string uri, Stop) override {
    co_return content_of(uri);
  }
};

}  // namespace

std::unique_ptr<mcp::ResourceProvider> fixture_resources() {
  return std::make_unique<FixtureResources>();
}

}  // namespace oc::conformance
