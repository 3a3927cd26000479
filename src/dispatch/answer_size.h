// How much of an answer a caller's model will read.
#pragma once
#include <cstdint>

#include "base/result.h"
#include "tool/output.h"

namespace oc::dispatch {

struct AnswerSize {
  std::int64_t bytes = 0;   // of its text
  std::int64_t tokens = 0;  // estimated, pictures included
};

AnswerSize size_of(const Result<tool::ToolOutput>& outcome);

}  // namespace oc::dispatch
