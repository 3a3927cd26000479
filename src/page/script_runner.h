// Runs page scripts: the only caller of Runtime.callFunctionOn besides javascript_tool. A script runs in an
// isolated world of its frame, gets its arguments as values, and answers with a value and the state of the
// document that it saw.
#pragma once
#include <optional>
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "browser/page_state.h"
#include "browser/tab.h"
#include "page/page_script.h"

namespace oc::page {

struct ScriptAnswer {
  json::value value;
  // Of the page that the tab shows, also when the script ran in an inner frame; then nobody counted the
  // page's changes, and its revision is 0.
  browser::PageState state;
};

// In the main frame, or in the one named. Fails with what the script answered as an error, page_changed when
// the document went away, script_error when the script threw (a defect), or as Tab::send does. An object of
// the frame's world may be handed in: the script finds it as args.object.
Task<Result<ScriptAnswer>> run_script(browser::Tab& tab, const PageScript& script, json::object args,
                                      Stop stop, std::string frame_id = {}, std::string object_id = {});

// Handles of one reader in the browser, released together when it is done. Whoever reads at the same time,
// such as another frame of the same process, has a group of its own.
class ObjectGroup {
 public:
  ObjectGroup(browser::Tab& tab, const std::string& frame_id);
  ~ObjectGroup();
  ObjectGroup(const ObjectGroup&) = delete;
  ObjectGroup& operator=(const ObjectGroup&) = delete;

  const std::string& name() const { return name_; }

 private:
  std::shared_ptr<cdp::Session> session_;  // null when the frame is gone
  std::string name_;
};

// The script's value as a handle in the browser instead of a copy: an element, or a list of them.
Task<Result<std::string>> run_script_for_object(browser::Tab& tab, const PageScript& script,
                                                json::object args, const ObjectGroup& group, Stop stop,
                                                std::string frame_id = {});

// An element as arguments name it.
struct ElementTarget {
  std::string ref;          // "ref_12"
  std::string selector;     // CSS
  std::string container{};  // the record that the words named with it
  bool given() const { return !ref.empty() || !selector.empty(); }
};

struct ResolvedTarget {
  json::object args;  // {ref: 12} or {selector: "…"}, for a script
  std::string frame_id;
};
// invalid_arguments when it is no ref; stale_ref when its document is gone.
Result<ResolvedTarget> resolve(browser::Tab& tab, const ElementTarget& target);

std::string ref_word(std::int64_t ref);  // "ref_12"

}  // namespace oc::page
