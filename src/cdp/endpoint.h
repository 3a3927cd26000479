// Where a running browser listens for CDP: from an address a user gives, or from what Chrome leaves in its
// profile.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/environment.h"
#include "base/result.h"
#include "base/task.h"

namespace oc::cdp {

// What the search may ask of the machine; tests answer for it.
struct EndpointSearch {
  Environment environment;
  std::function<std::optional<std::string>(const std::string& path)> read_file;
};
EndpointSearch real_endpoint_search();

// `target`: ws://… as it is; http://host:port asks the browser; auto reads DevToolsActivePort of the profiles
// that Chrome, Chromium, Edge and Brave use. Gives a ws:// URL; browser_unavailable says what to do.
Task<Result<std::string>> find_endpoint(std::string target, EndpointSearch search, Stop stop);

// The URL that the content of a DevToolsActivePort file stands for: a port, a line end, a path.
std::optional<std::string> endpoint_of_port_file(std::string_view text);

}  // namespace oc::cdp
