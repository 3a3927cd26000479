// Resources: documents that a client may read by URI. A provider owns a family of them; the set asks each in
// turn.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/task.h"

namespace oc::mcp {

struct Resource {
  std::string uri;
  std::string name;
  std::string title = {};
  std::string description = {};
  std::string mime_type = {};
};

struct ResourceTemplate {
  std::string uri_template;  // RFC 6570
  std::string name;
  std::string title = {};
  std::string description = {};
  std::string mime_type = {};
};

struct ResourceContent {
  std::string uri;
  std::string mime_type;
  std::string data;
  bool binary = false;
};

class ResourceProvider {
 public:
  virtual ~ResourceProvider() = default;
  // The same for every client and at every time.
  virtual std::vector<Resource> resources() const { return {}; }
  virtual std::vector<ResourceTemplate> templates() const { return {}; }
  // Nothing when the URI is not this provider's, or names nothing.
  virtual Task<Result<std::optional<ResourceContent>>> read(std::string uri, Stop stop) = 0;
  // Values for a variable of one of its templates that begin with `prefix`.
  virtual Task<std::vector<std::string>> complete(std::string uri_template, std::string variable,
                                                  std::string prefix, Stop stop) {
    (void)uri_template, (void)variable, (void)prefix, (void)stop;
    co_return std::vector<std::string>{};
  }
};

class ResourceSet {
 public:
  explicit ResourceSet(std::vector<std::unique_ptr<ResourceProvider>> providers)
      : providers_(std::move(providers)) {}

  std::vector<Resource> resources() const;
  std::vector<ResourceTemplate> templates() const;
  // resource_not_found when nobody knows the URI.
  Task<Result<ResourceContent>> read(std::string uri, Stop stop) const;
  // Nothing when no provider has that template.
  Task<std::optional<std::vector<std::string>>> complete(std::string uri_template, std::string variable,
                                                         std::string prefix, Stop stop) const;

 private:
  std::vector<std::unique_ptr<ResourceProvider>> providers_;
};

}  // namespace oc::mcp
