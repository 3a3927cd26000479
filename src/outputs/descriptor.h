// Descriptor: what a caller gets in place of a stored output. Small, whatever the payload is.
#pragma once
#include <string>
#include <string_view>

#include "json/json.h"
#include "outputs/output_record.h"

namespace oc::outputs {

inline constexpr std::size_t kMaxDescriptorBytes = 4096;
inline constexpr std::size_t kMaxPreviewBytes = 2048;

// `beginning`: the payload, or at least its first kMaxPreviewBytes.
json::object descriptor(const OutputRecord& record, std::string_view beginning);

// Of the output as a resource.
std::string output_uri(std::string_view handle);
inline constexpr std::string_view kOutputUri = "openchrome://output/";

}  // namespace oc::outputs
