// Fuzz target: any text as an instruction of plain-language steps. Either every step is complete and its
// words stand in the instruction, or there is an error that says what is wrong in valid UTF-8.
#include <cstdint>
#include <cstdlib>

#include "base/text.h"
#include "page/act_grammar.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace oc;
  std::string_view instruction{reinterpret_cast<const char*>(data), size};
  auto steps = page::parse_steps(instruction);
  if (!steps) {
    const Error& error = steps.error();
    bool fine = error.code == ErrorCode::invalid_arguments && !error.message.empty() &&
                is_valid_utf8(error.message) && is_valid_utf8(error.hint);
    if (!fine) std::abort();
    return 0;
  }
  if (steps->empty() || steps->size() > page::kMaxSteps) std::abort();
  for (const page::Step& step : *steps) {
    if (step.source.empty() || instruction.find(step.source) == std::string_view::npos) std::abort();
    if (step.target.given() && trim(step.target.text).empty()) std::abort();
    for (const std::string& value : step.values) {
      if (!is_valid_utf8(value)) std::abort();
    }
    bool chooses = step.verb == page::Verb::select;
    if (chooses && step.values.empty() && !step.target.given()) std::abort();
    if (step.verb == page::Verb::press && step.value.empty()) std::abort();
    if (step.count < 1 || !is_valid_utf8(step.value) || !is_valid_utf8(step.target.text)) std::abort();
  }
  return 0;
}
