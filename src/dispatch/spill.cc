// Tested by: dispatch/layers/spill_output_test.cc and dispatch/task_answers_test.cc
#include "dispatch/spill.h"

#include "base/memory.h"
#include "base/text.h"
#include "journal/journal.h"
#include "outputs/descriptor.h"

namespace oc::dispatch {
namespace {

using tool::OutputMode;

// The message, its values and the payload were in memory at once.
constexpr std::int64_t kLarge = 4 * 1024 * 1024;

}  // namespace

std::size_t inline_limit(const Services& services, const tool::CommonArgs& args,
                         std::optional<std::size_t> allowance) {
  std::int64_t most = services.pages.max_inline_bytes;
  if (args.mode() == OutputMode::handle) return 0;
  if (args.mode() == OutputMode::in_line && allowance) return *allowance;
  if (args.mode() == OutputMode::automatic)
    most = std::min(most, args.output_inline_limit_bytes.value_or(tool::kAutoInlineBytes));
  return static_cast<std::size_t>(most);
}

Task<Result<void>> move_to_store(Services& services, outputs::NewOutput payload, const tool::CommonArgs& args,
                                 std::size_t limit, std::string call_id, ToolOutput& output) {
  auto kept = co_await services.outputs.keep(std::move(payload));
  if (!kept) co_return std::unexpected(std::move(kept).error().in("the answer could not be stored"));
  services.journal.append(
      journal::JournalEvent::output_handle_created({.ts_ms = services.clock.now_ms(),
                                                    .handle = kept->record.output_handle,
                                                    .source_tool = kept->record.source_tool,
                                                    .size_bytes = kept->record.size_bytes,
                                                    .mime_type = kept->record.mime_type,
                                                    .call_id = std::move(call_id)}));
  output.body = json::value(std::move(kept->descriptor));
  if (kept->record.size_bytes > kLarge) co_await services.pool.run([] { return give_back_memory(), true; });
  if (args.mode() == OutputMode::in_line) {
    output.notes.push_back(cat("[output] ", kept->record.size_bytes, " bytes are more than the ", limit,
                               " that are sent at once: page through them with oc_output_fetch, or ask "
                               "oc_output_query."));
  }
  output.attachments.emplace_back(tool::ResourceLink{.uri = outputs::output_uri(kept->record.output_handle),
                                                     .name = kept->record.output_handle,
                                                     .mime_type = kept->record.mime_type,
                                                     .size_bytes = kept->record.size_bytes});
  co_return Result<void>{};
}

}  // namespace oc::dispatch
