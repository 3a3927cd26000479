// Tested by: recording/recorder_test.cc, tests/browser/recording_test.mjs
#include "recording/input_watch.h"

#include "base/random.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/redact.h"
#include "json/write.h"
#include "page_scripts.h"

namespace oc::recording {
namespace {

constexpr std::string_view kWorld = "openchrome-input";
constexpr std::size_t kMostBytes = 4096;

void remove_script(cdp::Session& session, const std::string& identifier) {
  session.post("Page.removeScriptToEvaluateOnNewDocument", {{"identifier", identifier}});
}

Task<void> put_script(std::shared_ptr<cdp::Session> session, std::string source,
                      std::shared_ptr<std::string> identifier) {
  auto put =
      co_await session->send("Page.addScriptToEvaluateOnNewDocument",
                             {{"source", source}, {"worldName", kWorld}, {"runImmediately", true}}, {});
  if (!put) co_return;
  *identifier = json::text_of(put->as_object(), "identifier");
  bool is_unwanted = identifier.use_count() == 1;
  if (is_unwanted) remove_script(*session, *identifier);
}

}  // namespace

// The page's own world has none of it: the name of the binding is known in ours alone.
InputWatch::InputWatch(browser::Tab& tab, Nursery& nursery, Hear hear)
    : session_(tab.session()), binding_(cat("tell_", random_hex(8))) {
  const std::shared_ptr<cdp::Session>& session = tab.session();
  subscription_ = session->on("Runtime.bindingCalled",
                              [binding = binding_, hear = std::move(hear)](const json::object& params) {
                                if (json::text_of(params, "name") != binding) return;
                                if (auto entry = entry_of_input(json::text_of(params, "payload")))
                                  hear(std::move(*entry));
                              });
  session->post("Runtime.addBinding", {{"name", binding_}, {"executionContextName", kWorld}});
  std::string source =
      cat("(", page::scripts::kNoteInput.source, ")(", json::write(json::object{{"tell", binding_}}), ")");
  nursery.start("input watch", put_script(session, std::move(source), script_));
}

// Its listeners stay until the page goes, and have nobody to tell.
InputWatch::~InputWatch() {
  auto session = session_.lock();
  if (!session) return;
  session->post("Runtime.removeBinding", {{"name", binding_}});
  if (!script_->empty()) remove_script(*session, *script_);
}

std::optional<json::object> entry_of_input(std::string_view told) {
  if (told.size() > kMostBytes) return std::nullopt;
  auto parsed = json::parse(told);
  const json::object* members = parsed ? parsed->if_object() : nullptr;
  if (!members || json::text_of(*members, "event").empty()) return std::nullopt;
  json::object out{{"kind", "input"}};
  for (std::string_view name :
       {"event", "tag", "role", "type", "name", "value", "characters", "key", "by", "x", "y"}) {
    const json::value* member = members->if_contains(name);
    if (!member || member->is_structured()) continue;
    out[name] = member->is_string()
                    ? json::value(shorten(json::redact_text(json::view(member->get_string())), 200))
                    : *member;
  }
  return out;
}

}  // namespace oc::recording
