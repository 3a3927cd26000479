// Tested by: tests/browser/file_upload_test.mjs
#include "page/file_field.h"

#include "base/text.h"
#include "page/element_objects.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using namespace std::chrono_literals;

constexpr auto kChooserTime = 3s;

using json::text_of;

// The browser asks for the files in this event instead of showing its chooser.
struct Chooser {
  std::shared_ptr<cdp::Session> session;
  std::int64_t node = 0;
  bool multiple = false;
};

std::string files_words(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(path.substr(path.rfind('/') + 1));
  return join(names, ", ");
}

Task<Result<void>> set_files(browser::Tab& tab, std::shared_ptr<cdp::Session> session, json::object node,
                             const std::vector<std::string>& paths, Stop stop) {
  node["files"] = json::array(paths.begin(), paths.end());
  tab.note_deed();
  auto set = co_await tab.send_to(session, "DOM.setFileInputFiles", std::move(node), stop);
  if (!set) co_return std::unexpected(std::move(set).error());
  co_return Result<void>{};
}

Error one_only(const std::string& words) {
  return {ErrorCode::invalid_arguments, cat(words, " takes a single file")};
}

Task<Result<Deed>> put_into_field(Scene scene, ResolvedTarget field, const json::object& look,
                                  std::vector<std::string> paths, Stop stop) {
  std::string words = text_of(look, "words");
  if (paths.size() > 1 && !json::find_bool(look, "multiple").value_or(false))
    co_return std::unexpected(one_only(words));
  const browser::Frame* frame = scene.tab.frames().find(field.frame_id);
  if (!frame) co_return fail(ErrorCode::page_changed, "the frame is gone");
  std::shared_ptr<cdp::Session> session = frame->session;
  std::int64_t ref = json::find_integer(look, "ref").value_or(0);
  ObjectGroup group{scene.tab, field.frame_id};
  auto objects = co_await objects_of(scene.tab, {ref}, field.frame_id, group, stop);
  if (!objects) co_return std::unexpected(std::move(objects).error());
  if (!objects->contains(ref)) co_return fail(ErrorCode::stale_ref, cat(words, " is gone from the page"));
  auto begun = co_await run_script(scene.tab, scripts::kActing, {{"step", "watch"}}, stop, field.frame_id);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  co_await watch_around(scene.tab, field.frame_id, stop);
  EffectWatch watch{scene, {.frame_id = field.frame_id, .element = {}, .words = {}, .at = {}}};
  auto sent = co_await set_files(scene.tab, session, {{"objectId", objects->at(ref)}}, paths, stop);
  Deed deed{.line = cat("Put ", files_words(paths), " into ", words), .element = {.ref = ref_word(ref)}};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
}

// A frame of another process tells of its chooser itself.
Task<Result<Deed>> put_into_chooser(Scene scene, ActTarget target, std::string frame_id,
                                    std::vector<std::string> paths, Stop stop) {
  const browser::Frame* frame = scene.tab.frames().find(frame_id);
  std::shared_ptr<cdp::Session> session = frame ? frame->session : nullptr;
  if (!session) co_return fail(ErrorCode::target_closed, "the tab or frame is not there any more");
  auto chooser = std::make_shared<std::optional<Chooser>>();
  browser::Tab& tab = scene.tab;
  cdp::Subscription listening =
      session->on("Page.fileChooserOpened", [chooser, session, &tab](const json::object& params) {
        *chooser = Chooser{session, json::find_integer(params, "backendNodeId").value_or(0),
                           text_of(params, "mode") == "selectMultiple"};
        tab.navigation().changed().notify_all();
      });
  session->post("Page.setInterceptFileChooserDialog", {{"enabled", true}});
  auto clicked = co_await click(scene, std::move(target), {}, false, stop);
  StopSource limited{stop, std::chrono::steady_clock::now() + kChooserTime};
  while (clicked && !*chooser) {
    bool woken = co_await tab.navigation().changed().wait(limited.stop());
    if (!woken) break;
  }
  session->post("Page.setInterceptFileChooserDialog", {{"enabled", false}});
  if (!clicked) co_return std::unexpected(std::move(clicked).error());
  if (!*chooser || (*chooser)->node == 0) {
    co_return fail(ErrorCode::unsupported, cat(clicked->line, ", but no file chooser opened"),
                   "Name the file field itself, or the button that opens the chooser.");
  }
  if (paths.size() > 1 && !(*chooser)->multiple) co_return std::unexpected(one_only(clicked->line));
  auto begun = co_await run_script(tab, scripts::kActing, {{"step", "watch"}}, stop, frame_id);
  if (!begun) co_return std::unexpected(std::move(begun).error());
  co_await watch_around(tab, frame_id, stop);
  EffectWatch watch{scene, {.frame_id = frame_id, .element = {}, .words = {}, .at = {}}};
  auto sent = co_await set_files(tab, session, {{"backendNodeId", (*chooser)->node}}, paths, stop);
  Deed deed{.line = cat(clicked->line, " and chose ", files_words(paths)), .element = clicked->element};
  co_return co_await seen_through(std::move(watch), std::move(deed), std::move(sent), true, stop);
}

}  // namespace

Task<Result<Deed>> give_files(Scene scene, ActTarget target, std::vector<std::string> paths, Stop stop) {
  auto element = co_await locate(scene.tab, target, stop);
  if (!element) co_return std::unexpected(std::move(element).error());
  auto field = resolve(scene.tab, *element);
  if (!field) co_return std::unexpected(std::move(field).error());
  json::object args = field->args;
  args["step"] = "look";
  auto look = co_await run_script(scene.tab, scripts::kSetField, std::move(args), stop, field->frame_id);
  if (!look) co_return std::unexpected(std::move(look).error());
  const json::object& read = look->value.as_object();
  if (text_of(read, "kind") == "file")
    co_return co_await put_into_field(scene, std::move(*field), read, std::move(paths), stop);
  co_return co_await put_into_chooser(scene, {.element = *element}, field->frame_id, std::move(paths), stop);
}

}  // namespace oc::page
