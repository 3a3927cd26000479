// Tested by: dispatch/layers/count_in_task_test.cc and record_in_journal_test.cc
#include "dispatch/answer_size.h"

#include "base/token_estimate.h"
#include "json/write.h"

namespace oc::dispatch {
namespace {

void add(AnswerSize& size, std::string_view text) {
  size.bytes += static_cast<std::int64_t>(text.size());
  size.tokens += estimated_tokens(text);
}

}  // namespace

AnswerSize size_of(const Result<tool::ToolOutput>& outcome) {
  AnswerSize size;
  if (!outcome) {
    add(size, outcome.error().message);
    add(size, outcome.error().next_step());
    return size;
  }
  if (const auto* text = std::get_if<std::string>(&outcome->body)) add(size, *text);
  if (const auto* data = std::get_if<json::value>(&outcome->body)) add(size, json::write(*data));
  for (const std::string& note : outcome->notes) add(size, note);
  for (const tool::Attachment& attachment : outcome->attachments) {
    if (const auto* text = std::get_if<std::string>(&attachment)) add(size, *text);
    if (std::holds_alternative<tool::Image>(attachment)) size.tokens += kPictureTokens;
  }
  return size;
}

}  // namespace oc::dispatch
