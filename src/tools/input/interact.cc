// interact — click, hover or focus one element, and see what it did; the actions that other tools do too, by
// those tools; and with `via` any of them as a queued command, for the user's own Chrome among others.
// Tested by: tests/browser/{interact,interact_at_once}_test.mjs, tests/extension/commands_test.mjs
#include <algorithm>

#include "bridge/bridge.h"
#include "browser/navigation.h"
#include "page/hands.h"
#include "page/markdown_page.h"
#include "page/screenshot.h"
#include "tool/tool.h"

namespace oc {
namespace tools {

enum class InteractAction : std::uint8_t {
  click,
  double_click,
  right_click,
  hover,
  focus,
  // These are the work of other tools:
  execute_js,
  navigate,
  type,
  get_text,
  screenshot,
  list_tabs,
};

enum class InteractVia : std::uint8_t { automatic, extension, cdp };

}  // namespace tools

template <>
struct EnumWords<tools::InteractAction> {
  static constexpr std::array<std::string_view, 11> words{"click",    "double_click", "right_click", "hover",
                                                          "focus",    "execute_js",   "navigate",    "type",
                                                          "get_text", "screenshot",   "list_tabs"};
};
template <>
struct EnumWords<tools::InteractVia> {
  static constexpr std::array<std::string_view, 3> words{"auto", "extension", "cdp"};
};

namespace tools {
namespace {

using namespace oc::tool;

struct Args {
  InteractAction action = InteractAction::click;
  std::optional<std::string> ref;
  std::optional<std::string> selector;
  std::optional<std::string> query;
  std::optional<std::vector<double>> coordinate;
  std::optional<std::string> modifiers;
  bool verify = true;
  std::optional<InteractVia> via;
  std::optional<std::string> script;
  std::optional<std::string> url;
  std::optional<std::string> text;
  std::int64_t queue_ttl_ms = 3000;
  bool idempotent = false;
};

const Record<Args> kParams{
    optional("action", &Args::action),
    optional("ref", &Args::ref),
    optional("selector", &Args::selector).max_length(10'000),
    optional("query", &Args::query, "Words for it: \"sign in button\".").max_length(1000),
    optional("coordinate", &Args::coordinate, "[x, y]").max_items(2),
    optional("modifiers", &Args::modifiers, "Held keys: \"ctrl+shift\"."),
    optional("verify", &Args::verify, "Wait for the effect and tell it."),
    listed_when(
        ListedWhen::extension_paired,
        optional("via", &Args::via, "Queue it, for the user's own Chrome too; ask observe for the result.")),
    optional("script", &Args::script, "Of execute_js.").max_length(1'000'000),
    optional("url", &Args::url).max_length(65'536),
    optional("text", &Args::text, "Of type.").max_length(100'000),
    listed_when(ListedWhen::extension_paired,
                optional("queue_ttl_ms", &Args::queue_ttl_ms, "How long a queued command waits to be taken.")
                    .range(1, 600'000)),
    listed_when(ListedWhen::extension_paired,
                optional("idempotent", &Args::idempotent,
                         "A queued command may be delivered again although it may have begun.")),
};

constexpr EffectRule kEffects[] = {
    {"action", "get_text", Effect::observation},
    {"action", "screenshot", Effect::observation},
    {"action", "list_tabs", Effect::observation},
};

constexpr std::chrono::milliseconds kCommandTime{10'000};
constexpr std::chrono::milliseconds kLongestCommand{600'000};

bool is_queued(const json::object& arguments) {
  return arguments.contains("via");
}

// The argument without which an action means nothing.
std::string_view needed_by(InteractAction action) {
  switch (action) {
    case InteractAction::execute_js:
      return "script";
    case InteractAction::navigate:
      return "url";
    case InteractAction::type:
      return "text";
    default:
      return {};
  }
}

// Those of the arguments that the other tool takes under the same name.
json::object only(const json::object& arguments, std::initializer_list<std::string_view> names) {
  json::object out;
  for (std::string_view name : names) {
    if (const json::value* value = arguments.if_contains(name)) out[name] = *value;
  }
  return out;
}

Result<void> check_at_once(InteractAction action, const json::object& arguments) {
  using enum InteractAction;
  std::string_view needed = needed_by(action);
  if (!needed.empty() && !arguments.contains(needed))
    return fail(ErrorCode::invalid_arguments, cat(word_of(action), " needs ", needed));
  bool takes_element = action == type || action == get_text || action == screenshot;
  for (std::string_view name : {"ref", "selector", "query", "coordinate", "modifiers"}) {
    bool is_taken = name == "coordinate" ? action == type : takes_element && name != "modifiers";
    if (!is_taken && arguments.contains(name))
      return fail(ErrorCode::invalid_arguments, cat(word_of(action), " takes no ", name));
  }
  return {};
}

// The tool that does the same, for the actions that have one.
Result<std::optional<Delegation>> tool_for(const json::object& arguments) {
  auto action = from_word<InteractAction>(json::text_of(arguments, "action")).value_or(InteractAction::click);
  if (is_queued(arguments) || action < InteractAction::execute_js) return std::nullopt;
  OC_TRY(check_at_once(action, arguments));
  json::object target = only(arguments, {"ref", "selector", "query", "coordinate"});
  switch (action) {
    case InteractAction::execute_js:
      return Delegation{"javascript_tool", {{"code", arguments.at("script")}}};
    case InteractAction::navigate:
      return Delegation{"navigate", only(arguments, {"url"})};
    case InteractAction::list_tabs:
      return Delegation{"tabs_context", {}};
    case InteractAction::type:
      if (target.empty()) return Delegation{"computer", only(arguments, {"action", "text"})};
      target["value"] = arguments.at("text");
      return Delegation{"form_input", std::move(target)};
    default:
      break;
  }
  // Words are looked up here; the other tools take a ref or a selector.
  if (target.contains("query")) return std::nullopt;
  if (action == InteractAction::screenshot) return Delegation{"page_screenshot", std::move(target)};
  target["mode"] = "markdown";
  return Delegation{"read_page", std::move(target)};
}

// What the action cannot do without.
Result<void> check_command(const Args& args) {
  auto lacks = [&](std::string_view what) {
    return fail(ErrorCode::invalid_arguments, cat(word_of(args.action), " needs ", what));
  };
  bool has_target = args.ref || args.selector || args.query || args.coordinate;
  switch (args.action) {
    case InteractAction::execute_js:
      if (!args.script) return lacks("script");
      break;
    case InteractAction::navigate:
      if (!args.url) return lacks("url");
      break;
    case InteractAction::type:
      if (!args.text) return lacks("text");
      break;
    case InteractAction::click:
      if (!has_target) return lacks("selector, query or coordinate");
      break;
    case InteractAction::double_click:
    case InteractAction::right_click:
    case InteractAction::hover:
    case InteractAction::focus:
      return fail(ErrorCode::invalid_arguments, cat(word_of(args.action), " cannot be queued"),
                  "Leave via out: the call then acts on the page itself.");
    default:
      break;
  }
  return {};
}

json::object command_params(const Args& args) {
  json::object params;
  auto add = [&](std::string_view name, const auto& value) {
    if (value) params[name] = *value;
  };
  add("script", args.script);
  add("url", args.url);
  add("text", args.text);
  add("ref", args.ref);
  add("selector", args.selector);
  add("query", args.query);
  if (args.coordinate) params["coordinate"] = json::array(args.coordinate->begin(), args.coordinate->end());
  return params;
}

bool changes_something(InteractAction action) {
  return std::ranges::none_of(kEffects,
                              [&](const EffectRule& rule) { return rule.value == word_of(action); });
}

// What is given and could not be honoured there is not left out in silence.
Result<void> check_carried(const Args& args, bool by_extension) {
  using enum InteractAction;
  auto refused = [&](std::string_view what) {
    return fail(ErrorCode::invalid_arguments,
                cat(word_of(args.action), by_extension ? " in the user's own Chrome" : " as a queued command",
                    " takes no ", what));
  };
  bool uses_element = args.action == click || args.action == type;
  bool takes_element =
      uses_element || args.action == get_text || (args.action == screenshot && !by_extension);
  bool takes_place = args.action == click || (args.action == type && by_extension);
  if (args.modifiers && !args.modifiers->empty()) return refused("modifiers");
  if (args.coordinate && !takes_place) return refused("coordinate");
  if (args.query && !uses_element) return refused("query");
  if (args.selector && !takes_element) return refused("selector");
  if (args.ref && !takes_element) return refused("ref");
  return {};
}

// A command for this server's own browser is a call of its own, which knows nothing of the run that this one
// belongs to: what bounds the run cannot be kept there.
Result<void> check_place(const ToolContext& context, const Args& args, bool by_extension) {
  if (!by_extension && (context.bounds().policy || context.bounds().observes)) {
    return fail(ErrorCode::unsupported, "the policy of this task cannot be kept for a queued command",
                "Leave via out, or use javascript_tool, navigate, read_page …: these act at once.");
  }
  if (by_extension && context.named_tab()) {
    return fail(ErrorCode::invalid_arguments, "the extension uses the tab that the user shares, and no other",
                "Leave tabId out, or use via=cdp.");
  }
  if (by_extension && args.ref) {
    return fail(ErrorCode::invalid_arguments, "refs belong to pages of this server's own browser",
                "Use selector or query.");
  }
  return {};
}

Task<Result<ToolOutput>> queue(TabContext& context, Args args) {
  OC_CO_TRY(check_command(args));
  if (args.url) args.url = browser::completed_address(*args.url);
  bridge::Bridge& bridge = context.services().bridge;
  InteractVia via = args.via.value_or(InteractVia::automatic);
  bool by_extension =
      via == InteractVia::extension || (via == InteractVia::automatic && bridge.is_extension_connected());
  if (args.url && args.action == InteractAction::navigate)
    OC_CO_TRY(context.policy()->check_navigation(*args.url));
  bool observes =
      context.bounds().observes || context.services().browser.barrier_mode() == browser::BarrierMode::observe;
  if (by_extension && observes && changes_something(args.action)) {
    co_return fail(ErrorCode::unsupported,
                   cat(word_of(args.action), " could change something, and this run only observes"),
                   "Use get_text, screenshot or list_tabs.");
  }
  if (by_extension && !bridge.is_reachable()) {
    co_return fail(ErrorCode::extension_not_connected, "this server has no door for extensions",
                   "Start it with --transport both --http PORT; or use via=cdp.");
  }
  OC_CO_TRY(check_place(context, args, by_extension));
  OC_CO_TRY(check_carried(args, by_extension));
  json::object params = command_params(args);
  if (!by_extension) {
    params["workspace"] = context.workspace();
    if (context.named_tab()) params["tabId"] = *context.named_tab();
  }
  auto id =
      co_await bridge.submit({.action = std::string{word_of(args.action)},
                              .params = std::move(params),
                              .carrier = by_extension ? bridge::Carrier::extension : bridge::Carrier::cdp,
                              .timeout = std::min(context.allowed().value_or(kCommandTime), kLongestCommand),
                              .queue_ttl = std::chrono::milliseconds{args.queue_ttl_ms},
                              .idempotent = args.idempotent,
                              .is_private = args.action == InteractAction::type,
                              .caller = context.caller()});
  if (!id) co_return std::unexpected(std::move(id).error());
  co_return ToolOutput::json(json::object{
      {"status", "queued"},
      {"correlation_id", *id},
      {"via", by_extension ? "extension" : "cdp"},
      {"message", "Ask for the result: observe {what: command_result, correlation_id, wait_ms}."}});
}

Task<Result<page::Deed>> perform(page::Scene scene, page::ActTarget target, const Args& args, int modifiers,
                                 Stop stop) {
  using page::Button;
  bool verify = args.verify;
  switch (args.action) {
    case InteractAction::click:
      return page::click(scene, std::move(target), {.modifiers = modifiers}, verify, stop);
    case InteractAction::double_click:
      return page::click(scene, std::move(target), {.clicks = 2, .modifiers = modifiers}, verify, stop);
    case InteractAction::right_click:
      return page::click(scene, std::move(target), {.button = Button::right, .modifiers = modifiers}, verify,
                         stop);
    case InteractAction::hover:
      return page::hover(scene, std::move(target), verify, stop);
    default:
      break;
  }
  return page::focus(scene, std::move(target), verify, stop);
}

Task<Result<ToolOutput>> picture_of(TabContext& context, page::ElementTarget element) {
  OC_CO_TRY(co_await context.browser().bring_to_front(context.tab(), context.stop()));
  auto picture =
      co_await page::take_screenshot(context.tab(), {.element = std::move(element)}, context.stop());
  if (!picture) co_return std::unexpected(std::move(picture).error());
  co_return ToolOutput::only(
      Image{.bytes = std::move(picture->base64), .mime_type = picture->mime_type, .is_base64 = true});
}

Task<Result<ToolOutput>> text_of(TabContext& context, page::ElementTarget element) {
  auto read = co_await page::read_markdown(context.tab(),
                                           {.root = std::move(element),
                                            .drop_hidden = context.services().pages.sanitize,
                                            .pool = context.services().pool},
                                           context.stop());
  if (!read) co_return std::unexpected(std::move(read).error());
  context.captured_as(browser::PageMode::markdown, read->state);
  context.dropped_hidden_texts(read->hidden_texts);
  co_return ToolOutput::text(std::move(read->markdown), "text/markdown");
}

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  if (args.via) co_return co_await queue(context, std::move(args));
  auto target = page::make_target(args.ref, args.selector, args.query, args.coordinate);
  if (!target) co_return std::unexpected(std::move(target).error());
  bool looks = args.action == InteractAction::get_text || args.action == InteractAction::screenshot;
  if (looks) {
    target->any_kind = true;
    auto element = co_await page::locate(context.tab(), std::move(*target), context.stop());
    if (!element) co_return std::unexpected(std::move(element).error());
    co_return co_await (args.action == InteractAction::get_text ? text_of(context, std::move(*element))
                                                                : picture_of(context, std::move(*element)));
  }
  if (args.action == InteractAction::focus && target->coordinate)
    co_return fail(ErrorCode::invalid_arguments, "a place cannot be focused; name an element");
  auto modifiers = page::parse_modifiers(args.modifiers.value_or(""));
  if (!modifiers) co_return std::unexpected(std::move(modifiers).error());
  page::Scene scene{context.browser(), context.tab()};
  auto deed = co_await perform(scene, std::move(*target), args, *modifiers, context.stop());
  if (!deed) co_return std::unexpected(std::move(deed).error());
  co_return ToolOutput::text(deed->text());
}

}  // namespace

const Tool& interact() {
  static const Tool tool{{.name = "interact",
                          .title = "Click, hover, focus",
                          .summary = "Click, hover or focus one element with real input; says what changed.",
                          .avoid_when = "you fill in fields: form_input, fill_form.",
                          .tier = Tier::core,
                          .effect = Effect::action,
                          .effect_rules = kEffects,
                          .destination = "url",
                          .secret_argument = "text",
                          .delegates = tool_for,
                          .needs_no_tab = is_queued},
                         kParams,
                         run};
  return tool;
}

}  // namespace tools
}  // namespace oc
