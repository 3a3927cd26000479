// A recording as one HTML file that a person reads: a timeline with times, tools, arguments, outcomes and
// pictures. It needs nothing else and runs nothing: what pages wrote into it stays text.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "recording/metadata.h"

namespace oc::recording {

// The bytes of a picture of the recording; nothing when it is not there.
using PictureSource = std::function<std::optional<std::string>(const std::string& name)>;

// Pictures beyond a bound are named, not shown.
std::string report_html(const Metadata& metadata, const std::vector<json::value>& entries,
                        const PictureSource& pictures);

}  // namespace oc::recording
