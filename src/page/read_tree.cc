#include "page/read_tree.h"

#include <algorithm>

#include "base/text.h"
#include "page/element_objects.h"
#include "page/listeners.h"
#include "page/sanitizer.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using namespace std::chrono_literals;

constexpr int kMostFrames = 100;
constexpr int kDeepestFrame = 8;
// A frame whose process does not answer is not the whole page's fault.
constexpr auto kFrameTime = 2s;

struct FrameSlot {
  std::int64_t ref = 0;
  std::size_t line = 0;
  std::size_t indent = 0;
};

struct FrameText {
  std::string text;
  std::string stats;
  std::size_t hidden = 0;
  std::vector<FrameSlot> frames;
  browser::PageState state;
};

std::int64_t number(const json::object& from, std::string_view key) {
  const json::value* found = json::find(from, key);
  return found && found->is_number() ? static_cast<std::int64_t>(found->to_number<double>()) : 0;
}

json::object script_args(const TreeOptions& options, const json::object& root) {
  json::object args{{"filter", word_of(options.filter)},
                    {"dropHidden", options.drop_hidden},
                    {"maxBytes", options.max_bytes}};
  if (options.depth) args["depth"] = *options.depth;
  if (!root.empty()) args["root"] = root;
  return args;
}

std::vector<std::int64_t> hosts_of(const json::object& answer) {
  std::vector<std::int64_t> out;
  const json::array* hosts = json::find_array(answer, "hosts");
  for (std::size_t i = 0; hosts && i < hosts->size(); ++i) {
    if (auto ref = json::as_integer((*hosts)[i])) out.push_back(*ref);
  }
  return out;
}

Task<Result<FrameText>> read_frame(browser::Tab& tab, const TreeOptions& options, json::object root,
                                   std::string frame_id, Stop stop) {
  const PageScript& script = options.kind == TreeKind::ax ? scripts::kReadAx : scripts::kReadDom;
  if (options.kind == TreeKind::ax) (void)co_await note_listeners(tab, frame_id, stop);
  auto answer = co_await run_script(tab, script, script_args(options, root), stop, frame_id);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  // What a script cannot see of its own page: ask the browser, and read once more if there is something.
  if (auto hosts = hosts_of(answer->value.as_object()); !hosts.empty()) {
    auto found = co_await find_closed_roots(tab, std::move(hosts), frame_id, stop);
    if (found && *found) {
      answer = co_await run_script(tab, script, script_args(options, root), stop, frame_id);
      if (!answer) co_return std::unexpected(std::move(answer).error());
    }
  }
  const json::object& read = answer->value.as_object();
  FrameText out{.text = std::string{json::find_string(read, "text").value_or("")},
                .hidden = static_cast<std::size_t>(number(read, "hidden")),
                .state = std::move(answer->state)};
  if (const json::object* stats = json::find_object(read, "stats")) out.stats = stats_line(*stats);
  if (const json::array* frames = json::find_array(read, "frames")) {
    for (const json::value& item : *frames) {
      const json::object& slot = item.as_object();
      out.frames.push_back({number(slot, "ref"), static_cast<std::size_t>(number(slot, "line")),
                            static_cast<std::size_t>(number(slot, "indent"))});
    }
  }
  add_cut_line(out.text, read, "nodes", "read_page with ref, a larger depth or max_bytes shows them");
  co_return out;
}

std::string indented(std::string_view text, std::size_t levels) {
  std::string out;
  for (std::string_view line : split(text, '\n')) {
    if (!line.empty()) out += cat(std::string(levels * 2, ' '), line, "\n");
  }
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

// The lines of the frames go behind the lines of the elements that hold them.
std::string spliced(const FrameText& outer, const std::map<std::size_t, std::string>& inner) {
  std::string out;
  std::size_t number = 0;
  for (std::string_view line : split(outer.text, '\n')) {
    out += cat(out.empty() ? "" : "\n", line);
    if (auto found = inner.find(number); found != inner.end()) out += cat("\n", found->second);
    ++number;
  }
  return out;
}

struct Walk {
  browser::Tab& tab;
  const TreeOptions& options;
  int frames_left = kMostFrames;
  std::size_t hidden = 0;
};

Task<std::string> with_frames(Walk& walk, FrameText outer, std::string frame_id, int depth, Stop stop) {
  walk.hidden += outer.hidden;
  if (outer.frames.empty() || depth >= kDeepestFrame) co_return std::move(outer.text);
  std::vector<std::int64_t> refs;
  for (const FrameSlot& slot : outer.frames) refs.push_back(slot.ref);
  auto ids = co_await frames_inside(walk.tab, refs, frame_id, stop);
  if (!ids) co_return std::move(outer.text);
  std::map<std::size_t, std::string> inner;
  for (const FrameSlot& slot : outer.frames) {
    auto found = ids->find(slot.ref);
    if (found == ids->end() || walk.frames_left-- <= 0) continue;
    std::string id = found->second;
    if (!walk.tab.frames().find(id)) continue;
    StopSource limited{stop, std::chrono::steady_clock::now() + kFrameTime};
    auto text = co_await read_frame(walk.tab, walk.options, {}, id, limited.stop());
    if (!text) {
      inner[slot.line] =
          cat(std::string((slot.indent + 1) * 2, ' '), "[frame not read: ", text.error().message, "]");
      continue;
    }
    std::string whole = co_await with_frames(walk, std::move(*text), id, depth + 1, stop);
    inner[slot.line] = indented(whole, slot.indent + 1);
  }
  co_return spliced(outer, inner);
}

}  // namespace

std::string stats_line(const json::object& stats) {
  auto text = [&](std::string_view key) { return sanitize_line(json::find_string(stats, key).value_or("")); };
  return cat("[page_stats] url: ", text("url"), " | title: ", text("title"),
             " | scroll: ", number(stats, "scrollX"), ",", number(stats, "scrollY"),
             " | viewport: ", number(stats, "viewportWidth"), "x", number(stats, "viewportHeight"),
             " | docSize: ", number(stats, "docWidth"), "x", number(stats, "docHeight"));
}

void add_cut_line(std::string& text, const json::object& read, std::string_view what,
                  std::string_view advice) {
  const json::object* cut = json::find_object(read, "cut");
  if (!cut) return;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += cat("[cut] ", number(*cut, "nodes"), " more ", what, " (",
              json::find_string(*cut, "reason").value_or("size"), "); ", advice);
}

std::string cut_lines(std::string text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t end = text.rfind('\n', max_bytes);
  if (end == std::string::npos) end = cut(text, max_bytes).size();
  std::size_t lines =
      static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), '\n'));
  std::size_t bytes = text.size() - end;
  text.resize(end);
  text += cat("\n[cut] ", lines, " more lines (", bytes,
              " bytes); ask for a part with ref or selector, less with "
              "filter=interactive or depth, or more with max_bytes");
  return text;
}

Task<Result<Tree>> read_tree(browser::Tab& tab, TreeOptions options, Stop stop) {
  std::string frame_id = tab.target_id();
  json::object root;
  if (options.root.given()) {
    auto resolved = resolve(tab, options.root);
    if (!resolved) co_return std::unexpected(std::move(resolved).error());
    frame_id = resolved->frame_id;
    root = std::move(resolved->args);
  }
  std::uint64_t documents = tab.frames().documents();
  auto outer = co_await read_frame(tab, options, std::move(root), frame_id, stop);
  if (!outer) co_return std::unexpected(std::move(outer).error());
  Tree tree{.stats = std::move(outer->stats), .state = outer->state};
  Walk walk{tab, options};
  tree.text = co_await with_frames(walk, std::move(*outer), frame_id, 0, stop);
  tree.hidden_texts = walk.hidden;
  // Pieces of two documents are no page.
  if (tab.frames().documents() != documents)
    co_return fail(ErrorCode::page_changed, "the page navigated while it was read");
  co_return tree;
}

}  // namespace oc::page
