#include "page/script_runner.h"

#include <atomic>
#include <charconv>

#include "base/text.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using json::text_of;

// A script comes with its text the first time a document needs it, and by its name after that.
std::string declaration(const PageScript& script, bool installed, bool by_value) {
  std::string_view name = script.name;
  std::string run = by_value ? cat(R"(w.run(")", name, R"(",{...args,object:this},first,end))")
                             : cat("w.scripts.", name, "(args)");
  if (installed) return cat("function(args,first,end){const w=globalThis.openchrome;return ", run, "}");
  return cat("function(args,first,end){const w=globalThis.openchrome||=(", scripts::kWorld.source,
             ")();w.scripts.", name, "||=", script.source, ";return ", run, "}");
}

Error thrown(const PageScript& script, const json::object& details) {
  const json::object* exception = json::find_object(details, "exception");
  std::string what = exception ? text_of(*exception, "description") : text_of(details, "text");
  return {ErrorCode::script_error, cat("page script ", script.name, ": ", shorten(one_line(what), 500)),
          "This is a defect of openchrome, or a page that breaks its own DOM; please report it."};
}

// {error: {code, message, …}} as a script answers it.
std::optional<Error> told_error(const json::value& value) {
  const json::object* answer = value.if_object();
  const json::object* error = answer ? json::find_object(*answer, "error") : nullptr;
  if (!error) return std::nullopt;
  Error out{ErrorCode::script_error, text_of(*error, "message")};
  for (const ErrorInfo& known : all_errors()) {
    if (known.word == json::find_string(*error, "code")) out.code = known.code;
  }
  json::object details;
  for (const auto& member : *error) {
    if (member.key() != "code" && member.key() != "message" && member.key() != "hint")
      details[member.key()] = member.value();
  }
  out.hint = text_of(*error, "hint");
  if (!details.empty()) out.details = std::move(details);
  return out;
}

// The page around an inner frame, as it is known without asking. Noted before a script runs: when the page
// goes elsewhere its frames go with it, and what one of them has answered is of this page still.
browser::PageState page_around(browser::Tab& tab) {
  const browser::Frame* main = tab.frames().main();
  return {.url = tab.url(), .title = tab.title(), .loader_id = main ? main->loader_id : ""};
}

struct Ran {
  json::value result;  // of Runtime.callFunctionOn
  std::string frame_id;
  std::string loader_id;
  browser::RefTable::Block refs;
};

// Answers the value, or a handle of it in that group.
Task<Result<Ran>> call(browser::Tab& tab, const PageScript& script, const json::object& args,
                       std::string frame_id, std::string object_id, std::string group, Stop stop) {
  if (frame_id.empty()) frame_id = tab.target_id();
  // A document that goes away between finding its world and using it: once more, with the next one.
  for (int attempt = 0; attempt < 2; ++attempt) {
    auto world = co_await tab.world(frame_id, stop);
    if (!world) co_return std::unexpected(std::move(world).error());
    const browser::Frame* frame = tab.frames().find(frame_id);
    if (!frame) break;
    std::string loader = frame->loader_id;
    bool installed = (*world)->scripts.contains(script.name);
    // Before the script is sent: whatever else runs in this tab until it answers gets other numbers.
    browser::RefTable::Block refs =
        tab.refs().reserve(group.empty() ? script.most_refs : 0, {frame_id, loader});
    json::object params{{"functionDeclaration", declaration(script, installed, group.empty())},
                        {"arguments",
                         {json::object{{"value", args}}, json::object{{"value", refs.first}},
                          json::object{{"value", refs.end}}}},
                        {"returnByValue", group.empty()},
                        {"awaitPromise", true}};
    if (object_id.empty()) {
      params["executionContextId"] = (*world)->context_id;
    } else {
      params["objectId"] = object_id;
    }
    if (!group.empty()) params["objectGroup"] = group;
    auto outcome = co_await tab.send_to(frame->session, "Runtime.callFunctionOn", std::move(params), stop);
    if (outcome) {
      (*world)->scripts.insert(script.name);
      const json::object& reply = outcome->as_object();
      if (const json::object* details = json::find_object(reply, "exceptionDetails"))
        co_return std::unexpected(thrown(script, *details));
      co_return Ran{std::move(*outcome), frame_id, loader, refs};
    }
    // A script that was not answered in time may go on and give refs out: they stay reserved.
    if (outcome.error().code != ErrorCode::protocol_error)
      co_return std::unexpected(std::move(outcome).error());
    tab.refs().settle(refs, refs.first);
    if (!object_id.empty()) break;  // the object is gone; its world need not be
    tab.frames().drop_world(frame_id);
  }
  co_return fail(ErrorCode::page_changed, "the page went away while it was read");
}

}  // namespace

Task<Result<ScriptAnswer>> run_script(browser::Tab& tab, const PageScript& script, json::object args,
                                      Stop stop, std::string frame_id, std::string object_id) {
  browser::PageState around = page_around(tab);
  auto ran = co_await call(tab, script, args, frame_id, object_id, {}, stop);
  if (!ran) co_return std::unexpected(std::move(ran).error());
  json::object& reply = ran->result.as_object();
  json::object* result = reply.contains("result") ? reply.at("result").if_object() : nullptr;
  json::object* packed = result && result->contains("value") ? result->at("value").if_object() : nullptr;
  json::value* value = packed ? packed->if_contains("value") : nullptr;
  if (!value) co_return fail(ErrorCode::script_error, cat("page script ", script.name, " answered nothing"));
  tab.refs().settle(ran->refs, json::find_integer(*packed, "nextRef").value_or(ran->refs.end));
  if (auto error = told_error(*value)) co_return std::unexpected(std::move(*error));
  if (ran->frame_id != tab.target_id()) co_return ScriptAnswer{std::move(*value), std::move(around)};
  tab.saw(text_of(*packed, "url"), text_of(*packed, "title"));
  co_return ScriptAnswer{std::move(*value),
                         {.url = tab.url(),
                          .title = tab.title(),
                          .loader_id = std::move(ran->loader_id),
                          .revision = json::find_integer(*packed, "revision").value_or(0)}};
}

ObjectGroup::ObjectGroup(browser::Tab& tab, const std::string& frame_id) {
  static std::atomic<std::uint64_t> last{0};
  const browser::Frame* frame = tab.frames().find(frame_id.empty() ? tab.target_id() : frame_id);
  if (frame) session_ = frame->session;
  name_ = cat("openchrome-", ++last);
}

ObjectGroup::~ObjectGroup() {
  if (session_) session_->post("Runtime.releaseObjectGroup", {{"objectGroup", name_}});
}

Task<Result<std::string>> run_script_for_object(browser::Tab& tab, const PageScript& script,
                                                json::object args, const ObjectGroup& group, Stop stop,
                                                std::string frame_id) {
  auto ran = co_await call(tab, script, args, frame_id, {}, group.name(), stop);
  if (!ran) co_return std::unexpected(std::move(ran).error());
  const json::object* result = json::find_object(ran->result.as_object(), "result");
  std::string id = result ? text_of(*result, "objectId") : "";
  if (id.empty()) co_return fail(ErrorCode::stale_ref, "the element is gone from the page");
  co_return id;
}

std::string ref_word(std::int64_t ref) {
  return cat("ref_", ref);
}

Result<ResolvedTarget> resolve(browser::Tab& tab, const ElementTarget& target) {
  if (target.ref.empty()) return ResolvedTarget{{{"selector", target.selector}}, tab.target_id()};
  std::string_view digits = target.ref;
  if (digits.starts_with("ref_")) digits.remove_prefix(4);
  std::int64_t ref = 0;
  auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), ref);
  if (problem != std::errc{} || end != digits.data() + digits.size() || ref < 1) {
    return fail(ErrorCode::invalid_arguments, cat("'", shorten(target.ref, 60), "' is no ref"),
                "Refs look like ref_12; read_page and find give them out.");
  }
  auto place = tab.refs().find(ref);
  const browser::Frame* frame = place ? tab.frames().find(place->frame_id) : nullptr;
  if (!frame || frame->loader_id != place->loader_id) {
    return fail(ErrorCode::stale_ref, cat(ref_word(ref), place ? " belongs to a page that is gone"
                                                               : " was never given out for this tab"));
  }
  return ResolvedTarget{{{"ref", ref}}, place->frame_id};
}

}  // namespace oc::page
