// ContextReport: what each tool has put into the host's context, in bytes and estimated tokens. Built from
// the lines of the journal; reads no file.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "json/json.h"
#include "json/record.h"

namespace oc::journal {

struct ToolContext {
  std::optional<std::string> tool;  // nothing in the total
  std::int64_t calls = 0;
  std::int64_t output_bytes = 0;
  std::int64_t output_tokens = 0;  // estimated
  std::int64_t largest_bytes = 0;

  static const json::Record<ToolContext>& record();
};

struct ContextReport {
  std::int64_t since = 0;
  std::int64_t until = 0;
  std::optional<std::string> task_id;
  ToolContext total;
  std::vector<ToolContext> tools;  // the largest first
  bool truncated = false;

  static const json::Record<ContextReport>& record();
};

struct ContextQuery {
  std::optional<std::int64_t> since_ms = {};
  std::optional<std::string> task_id = {};
};

class ContextBuilder {
 public:
  explicit ContextBuilder(ContextQuery query) : query_(std::move(query)) {}
  // Events of other kinds, times and tasks are passed over.
  void add(const json::object& event);
  // REQUIRES: called once, at the end. `until` and `truncated` are the reader's to fill in.
  ContextReport finish();

 private:
  ContextQuery query_;
  ToolContext total_;
  std::map<std::string, ToolContext> tools_;
};

}  // namespace oc::journal
