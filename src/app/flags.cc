#include "app/flags.h"

#include <array>
#include <charconv>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"

namespace oc::app {
namespace {

const std::array kFlags{
    Flag{"home", &Config::home, "DIR", "Where openchrome keeps its files. Default: ~/.openchrome."},
    Flag{"transport", &Config::transport, "WAY",
         "stdio, http or both; auto: stdio, or http when --http is given."},
    Flag{"http", &Config::http, "PORT", "Serve HTTP on this port (0: any free one).", 0, 65535},
    Flag{"http-host", &Config::http_host, "HOST",
         "Address to listen on. Anything but loopback needs the token."},
    Flag{"http-token-file", &Config::http_token_file, "FILE",
         "File with the bearer token, made when missing. Default: token in the home directory."},
    Flag{"allow-unauthenticated-http", &Config::allow_unauthenticated_http, "",
         "Serve HTTP on loopback without a token: every program of this machine may call."},
    Flag{"allow-origin", &Config::allow_origin, "ORIGIN,…",
         "Web origins that may call over HTTP, beside our own."},
    Flag{"http-max-body-mb", &Config::http_max_body_mb, "MB", "Largest HTTP request body.", 1, 1024},
    Flag{"http-max-connections", &Config::http_max_connections, "N", "Most HTTP connections at once.", 1,
         100'000},
    Flag{"max-message-mb", &Config::max_message_mb, "MB", "Longest line on stdin.", 1, 1024},
    Flag{"tools", &Config::tools, "SET", "Which tools are listed: core, standard or all. All can be called."},
    Flag{"max-call-ms", &Config::max_call_ms, "MS", "Longest time any tool call may take.", 1, 86'400'000},
    Flag{"max-running-calls", &Config::max_running_calls, "N", "Most tool calls at once.", 1, 10'000},
    Flag{"journal-days", &Config::journal_days, "DAYS", "How long the journal of calls is kept.", 1, 3650},
    Flag{"task-root", &Config::task_root, "DIR",
         "Where tasks are recorded; servers may share it. Default: tasks in the home directory."},
    Flag{"task-ttl-days", &Config::task_ttl_days, "DAYS", "How long ended tasks are kept.", 1, 3650},
    Flag{"task-max", &Config::task_max, "N", "Most tasks that are kept; the oldest ended ones go first.", 1,
         1'000'000},
    Flag{"max-running-tasks", &Config::max_running_tasks, "N", "Most tasks at once; others wait.", 1, 1000},
    Flag{"task-grace-ms", &Config::task_grace_ms, "MS",
         "How long a client that knows MCP tasks waits for a long call before it gets a task instead.", 0,
         120'000},
    Flag{"max-inline-bytes", &Config::max_inline_bytes, "BYTES",
         "Longest answer that is sent as it is; a longer one is stored, and its handle sent.", 1000,
         100'000'000},
    Flag{"output-handle-ttl-hours", &Config::output_handle_ttl_hours, "HOURS",
         "How long stored outputs are kept; fractions are allowed."},
    Flag{"output-handle-sweep-interval-seconds", &Config::output_handle_sweep_interval_seconds, "SECONDS",
         "How often expired outputs are removed.", 1, 86'400},
    Flag{"output-max-mb", &Config::output_max_mb, "MB", "Most that is kept of outputs; the oldest go first.",
         1, 10'000'000},
    Flag{"exit-with-parent", &Config::exit_with_parent, "WHEN",
         "End when the process that started us ends: on, off; auto: when stdio is used."},
    Flag{"chrome", &Config::chrome, "PATH", "The browser to use. Default: the first one found."},
    Flag{"headed", &Config::headed, "", "Show the browser's window."},
    Flag{"viewport", &Config::viewport, "WxH", "Size of a page in CSS pixels."},
    Flag{"attach", &Config::attach, "WHERE",
         "Use a running browser: http://127.0.0.1:9222, ws://…, or auto. It and its tabs are never closed."},
    Flag{"allow-host", &Config::allow_host, "GLOB,…",
         "Only these hosts may be visited. *.x.org covers every depth below x.org, not x.org itself."},
    Flag{"blocked-domains", &Config::blocked_domains, "GLOB,…",
         "Hosts that may not be visited; wins over --allow-host."},
    Flag{"file-root", &Config::file_root, "DIR,…",
         "Directories whose files may be opened as file:// and which tools may write to."},
    Flag{"mode", &Config::mode, "MODE",
         "act; or observe: requests that would change something on a server are held back and reported."},
    Flag{"no-sanitize-content", &Config::no_sanitize_content, "",
         "Answer page text as it is, hidden parts included."},
    Flag{"state-header", &Config::state_header, "ON|OFF", "Say in every page answer which page it is about."},
    Flag{"test-faults", &Config::test_faults, "",
         "Let tools be told to fail, for tests of what happens then."},
    Flag{"cdp-codec", &Config::cdp_codec, "CODEC",
         "How messages to a browser that we start are written: json or cbor."},
    Flag{"trace-cdp", &Config::trace_cdp, "", "Log the names of all messages to and from the browser."},
    Flag{"log-level", &Config::log_level, "LEVEL",
         "trace, debug, info, warn, error or off. Logs go to stderr."},
    Flag{"log-json", &Config::log_json, "", "Write log lines as JSON."},
};

Error bad_value(const Flag& flag, std::string_view text, std::string_view expected) {
  return {ErrorCode::invalid_arguments, cat("--", flag.name, ": '", text, "' is not ", expected)};
}

template <WordedEnum E>
Result<void> assign_word(E& into, const Flag& flag, std::string_view text) {
  auto word = from_word<E>(text);
  if (!word) {
    std::string words;
    for (std::string_view known : EnumWords<E>::words) words += cat(words.empty() ? "" : ", ", known);
    return std::unexpected(bad_value(flag, text, cat("one of: ", words)));
  }
  into = *word;
  return {};
}

Result<void> assign_integer(std::int64_t& into, const Flag& flag, std::string_view text) {
  std::int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || number < flag.low || number > flag.high) {
    return std::unexpected(bad_value(flag, text, cat("a whole number from ", flag.low, " to ", flag.high)));
  }
  into = number;
  return {};
}

Result<void> assign_switch(bool& into, const Flag& flag, std::string_view text) {
  std::string word = lower(text);
  bool on = word == "true" || word == "1" || word == "on" || word == "yes";
  bool off = word == "false" || word == "0" || word == "off" || word == "no" || word.empty();
  if (!on && !off) return std::unexpected(bad_value(flag, text, "true or false"));
  into = on;
  return {};
}

struct Assigner {
  Config& config;
  const Flag& flag;
  std::string_view text;

  Result<void> operator()(std::string Config::* member) const {
    config.*member = text;
    return {};
  }
  Result<void> operator()(std::int64_t Config::* member) const {
    return assign_integer(config.*member, flag, text);
  }
  Result<void> operator()(bool Config::* member) const { return assign_switch(config.*member, flag, text); }
  Result<void> operator()(std::vector<std::string> Config::* member) const {
    (config.*member).clear();
    for (std::string_view piece : split(text, ',')) {
      if (!trim(piece).empty()) (config.*member).emplace_back(trim(piece));
    }
    return {};
  }
  template <WordedEnum E>
  Result<void> operator()(E Config::* member) const {
    return assign_word(config.*member, flag, text);
  }
};

struct DefaultText {
  std::string operator()(std::string Config::* member) const { return Config{}.*member; }
  std::string operator()(std::int64_t Config::* member) const {
    std::int64_t number = Config{}.*member;
    return number < 0 ? "" : cat(number);
  }
  std::string operator()(bool Config::*) const { return ""; }
  std::string operator()(std::vector<std::string> Config::*) const { return ""; }
  template <WordedEnum E>
  std::string operator()(E Config::* member) const {
    return std::string{word_of(Config{}.*member)};
  }
};

// A value of the config file as the text that a flag would have.
std::string as_text(const json::value& value) {
  if (const json::string* text = value.if_string()) return std::string{json::view(*text)};
  if (const json::array* items = value.if_array()) {
    std::string out;
    for (const json::value& item : *items) out += cat(out.empty() ? "" : ",", as_text(item));
    return out;
  }
  return json::write(value);
}

Result<FlagValues> read_config_file(const std::string& path, bool must_exist) {
  std::ifstream file{path};
  if (!file) {
    if (!must_exist) return FlagValues{};
    return fail(ErrorCode::invalid_arguments, cat("cannot read the config file ", path));
  }
  std::ostringstream text;
  text << file.rdbuf();
  auto parsed = json::parse(text.str());
  if (!parsed) return std::unexpected(std::move(parsed).error().in(path));
  if (!parsed->is_object()) return fail(ErrorCode::invalid_arguments, cat(path, ": must hold a JSON object"));
  FlagValues values;
  std::vector<std::string_view> known;
  for (const Flag& flag : kFlags) known.push_back(flag.name);
  for (const auto& [key, value] : parsed->get_object()) {
    auto flag =
        std::ranges::find_if(kFlags, [&](const Flag& row) { return config_key_of(row) == snake_case(key); });
    if (flag == kFlags.end()) {
      std::string_view near = nearest(key, known);
      return fail(ErrorCode::invalid_arguments, cat(path, ": unknown setting '", std::string_view{key}, "'",
                                                    near.empty() ? "" : cat("; did you mean '", near, "'?")));
    }
    if (flag->name == "home")
      return fail(ErrorCode::invalid_arguments,
                  cat(path, ": home cannot be set here: the file is found through it"));
    values[std::string{flag->name}] = as_text(value);
  }
  return values;
}

// Says where the value stood, when it was not on the command line.
Result<void> assign_from(Config& config, const Flag& flag, std::string_view text, std::string_view source) {
  auto assigned = assign(config, flag, text);
  if (!assigned) return std::unexpected(std::move(assigned).error().in(source));
  return {};
}

}  // namespace

bool Config::uses_stdio() const {
  if (transport == TransportChoice::automatic) return http < 0;
  return transport != TransportChoice::http;
}

bool Config::uses_http() const {
  if (transport == TransportChoice::automatic) return http >= 0;
  return transport != TransportChoice::stdio;
}

std::span<const Flag> all_flags() {
  return kFlags;
}

std::string config_key_of(const Flag& flag) {
  return snake_case(flag.name);
}

std::string variable_of(const Flag& flag) {
  std::string out = "OPENCHROME_";
  for (char c : config_key_of(flag)) out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return out;
}

bool is_switch(const Flag& flag) {
  return std::holds_alternative<bool Config::*>(flag.member);
}

std::string default_text(const Flag& flag) {
  return std::visit(DefaultText{}, flag.member);
}

Result<void> assign(Config& config, const Flag& flag, std::string_view text) {
  return std::visit(Assigner{config, flag, text}, flag.member);
}

Result<Config> load_config(const FlagValues& given, const Environment& environment, std::string config_file) {
  Config config;
  auto home_flag = given.find("home");
  auto home = home_flag != given.end() ? std::optional{home_flag->second} : environment("OPENCHROME_HOME");
  if (!home || home->empty()) {
    auto user_home = environment("HOME");
    if (!user_home || user_home->empty()) {
      return fail(ErrorCode::invalid_arguments, "neither OPENCHROME_HOME nor HOME is set",
                  "Give --home DIR.");
    }
    home = cat(*user_home, "/.openchrome");
  }
  if (config_file.empty()) config_file = environment("OPENCHROME_CONFIG").value_or("");
  bool explicit_file = !config_file.empty();
  std::string file = explicit_file ? config_file : cat(*home, "/config.json");
  auto from_file = read_config_file(file, explicit_file);
  if (!from_file) return std::unexpected(std::move(from_file).error());

  for (const Flag& flag : kFlags) {
    std::string name{flag.name};
    if (auto value = from_file->find(name); value != from_file->end())
      OC_TRY(assign_from(config, flag, value->second, file));
    if (auto value = environment(variable_of(flag)); value && !value->empty())
      OC_TRY(assign_from(config, flag, *value, variable_of(flag)));
    if (auto value = given.find(name); value != given.end()) OC_TRY(assign(config, flag, value->second));
  }
  config.home = *home;
  if (config.task_root.empty()) config.task_root = cat(config.home, "/tasks");
  if (config.http_token_file.empty()) config.http_token_file = cat(config.home, "/token");
  return config;
}

std::string flags_markdown() {
  std::string out =
      "# Settings\n\nGenerated by `openchrome dump flags`. Do not edit.\n\n"
      "A flag wins over its environment variable, which wins over the config file (`config.json` in the home "
      "directory, or\n"
      "`--config FILE` / `OPENCHROME_CONFIG`): a JSON object with the keys below.\n\n"
      "| flag | variable | config key | default | meaning |\n|---|---|---|---|---|\n";
  for (const Flag& flag : kFlags) {
    std::string value = flag.value.empty() ? "" : cat(" ", flag.value);
    // The config file is found through the home directory.
    std::string key = flag.name == "home" ? "" : cat("`", config_key_of(flag), "`");
    out += cat("| `--", flag.name, value, "` | `", variable_of(flag), "` | ", key, " | ", default_text(flag),
               " | ", flag.help, " |\n");
  }
  return out;
}

}  // namespace oc::app
