// Tested by: mcp/server_test.cc
#include "mcp/resource.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace oc::mcp {

std::vector<Resource> ResourceSet::resources() const {
  std::vector<Resource> out;
  for (const auto& provider : providers_) std::ranges::move(provider->resources(), std::back_inserter(out));
  return out;
}

std::vector<ResourceTemplate> ResourceSet::templates() const {
  std::vector<ResourceTemplate> out;
  for (const auto& provider : providers_) std::ranges::move(provider->templates(), std::back_inserter(out));
  return out;
}

Task<Result<ResourceContent>> ResourceSet::read(std::string uri, Stop stop) const {
  for (const auto& provider : providers_) {
    auto content = co_await provider->read(uri, stop);
    if (!content) co_return std::unexpected(std::move(content).error());
    if (*content) co_return std::move(**content);
  }
  co_return fail(ErrorCode::resource_not_found, cat("Resource not found: ", shorten(one_line(uri), 200)));
}

Task<std::optional<std::vector<std::string>>> ResourceSet::complete(std::string uri_template,
                                                                    std::string variable, std::string prefix,
                                                                    Stop stop) const {
  for (const auto& provider : providers_) {
    std::vector<ResourceTemplate> templates = provider->templates();
    bool mine =
        std::ranges::find(templates, uri_template, &ResourceTemplate::uri_template) != templates.end();
    if (mine) co_return co_await provider->complete(uri_template, variable, prefix, stop);
  }
  co_return std::nullopt;
}

}  // namespace oc::mcp
