// sanitize: cleans what pages say before anything else sees it: invisible characters, comments and the like
// go, phrases that read like instructions are counted. Innermost but for the tool: nothing above ever holds
// raw page content.
#include "dispatch/layer.h"
#include "page/sanitizer.h"

namespace oc::dispatch {
namespace {

void clean_error(Error& error, page::SanitizeCounts& counts) {
  page::sanitize(error.message, counts);
  page::sanitize(error.details, counts);
}

void clean_output(ToolOutput& output, page::SanitizeCounts& counts) {
  if (auto* text = std::get_if<std::string>(&output.body)) page::sanitize(*text, counts);
  if (auto* data = std::get_if<json::value>(&output.body)) page::sanitize(*data, counts);
  for (tool::Attachment& attachment : output.attachments) {
    if (auto* text = std::get_if<std::string>(&attachment)) page::sanitize(*text, counts);
  }
  for (std::string& note : output.notes) page::sanitize(note, counts);
}

}  // namespace

Task<Result<ToolOutput>> sanitize_content(Services& services, Call& call, Next next) {
  auto outcome = co_await next(call);
  if (!services.pages.sanitize || call.tool.spec().effect == Effect::management) co_return outcome;
  page::SanitizeCounts counts;
  if (!outcome) {
    clean_error(outcome.error(), counts);
    co_return outcome;
  }
  clean_output(*outcome, counts);
  const tool::Cleaned& before = outcome->cleaned;
  counts += {before.invisible, before.tags, before.comments, before.instructions};
  std::string said = page::describe(counts, call.page.hidden_texts + before.hidden_texts);
  if (!said.empty()) outcome->notes.push_back(std::move(said));
  co_return outcome;
}

}  // namespace oc::dispatch
