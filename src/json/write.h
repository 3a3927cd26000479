// JSON → text: compact, always valid UTF-8, numbers as JavaScript prints them (Boost would print 1.5
// as 1.5E0).
#pragma once
#include <string>

#include "json/json.h"

namespace oc::json {

std::string write(const value& from);
std::string write(const object& from);
std::string write_pretty(const value& from);  // two spaces a level
void append(std::string& out, const value& from);
void append_quoted(std::string& out, std::string_view text);
std::string number_text(double number);
// Whether write() would give more bytes than this; finds out without writing.
bool is_longer_than(const value& from, std::size_t bytes);

}  // namespace oc::json
