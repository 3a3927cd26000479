// Dates and times as people write them → as HTML fields take them: "03/11/2015" → "2015-03-11", "8:22 PM" →
// "20:22".
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oc::page {

// The order of the parts of a date that is written in numbers.
enum class DateOrder : std::uint8_t { unknown, day_first, month_first };

// The order in which 3 February 2001 was written, such as "2/3/2001".
DateOrder order_of_sample(std::string_view written);

// Nothing when the text is not a date, or when it may be two dates and `order` does not say which.
std::optional<std::string> iso_date(std::string_view text, DateOrder order);
// Could `iso_date` read it if it knew the order?
bool needs_order(std::string_view text);
std::optional<std::string> iso_time(std::string_view text);

}  // namespace oc::page
