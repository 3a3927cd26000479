// The one table of settings: each row is a flag, an environment variable, a key of the config file, a default
// and a help text. `openchrome dump flags` prints it.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/config.h"
#include "base/environment.h"
#include "base/result.h"

namespace oc::app {

using ConfigMember = std::variant<std::string Config::*, std::int64_t Config::*, bool Config::*,
                                  std::vector<std::string> Config::*, TransportChoice Config::*,
                                  ParentWatch Config::*, tool::ToolSet Config::*, LogLevel Config::*,
                                  browser::BarrierMode Config::*, cdp::Codec Config::*>;

struct Flag {
  std::string_view
      name;  // "log-level": the flag is --log-level, the variable OPENCHROME_LOG_LEVEL, the key log_level
  ConfigMember member;
  std::string_view value;  // what the help calls its value; empty for a switch
  std::string_view help;
  std::int64_t low = 0;
  std::int64_t high = 0;
};

std::span<const Flag> all_flags();
std::string variable_of(const Flag& flag);
std::string config_key_of(const Flag& flag);
bool is_switch(const Flag& flag);
// "port", "port (default 5)", … for help and docs.
std::string default_text(const Flag& flag);
// invalid_arguments when the text is not a value of the setting.
Result<void> assign(Config& config, const Flag& flag, std::string_view text);

using FlagValues = std::map<std::string, std::string>;  // name → text, as given on the command line

// Flags over environment over config file over defaults. `config_file`: an explicit one, or empty for
// $OPENCHROME_HOME/config.json if it is there.
Result<Config> load_config(const FlagValues& given, const Environment& environment, std::string config_file);

std::string flags_markdown();

}  // namespace oc::app
