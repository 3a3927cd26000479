#include "app/output_setup.h"

#include <charconv>

#include "base/text.h"

namespace oc::app {

Result<outputs::OutputOptions> output_options(const Config& config) {
  constexpr double kMostHours = 24 * 3650;
  constexpr double kHourMs = 3'600'000;
  std::string_view text = config.output_handle_ttl_hours;
  double hours = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hours);
  bool is_time =
      error == std::errc{} && end == text.data() + text.size() && hours >= 0 && hours <= kMostHours;
  if (!is_time) {
    return fail(ErrorCode::invalid_arguments,
                cat("--output-handle-ttl-hours: '", text, "' is not a number of hours from 0 to ",
                    static_cast<std::int64_t>(kMostHours)));
  }
  return outputs::OutputOptions{
      .ttl_ms = static_cast<std::int64_t>(hours * kHourMs),
      .max_bytes = config.output_max_mb * 1024 * 1024,
      .sweep_every = std::chrono::seconds{config.output_handle_sweep_interval_seconds}};
}

}  // namespace oc::app
