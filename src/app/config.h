// Config: every setting of the program, with its default. Filled from flags, OPENCHROME_* variables and the
// config file, in that order of precedence; the table of all settings is in flags.cc.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "base/log.h"
#include "browser/write_barrier.h"
#include "cdp/codec.h"
#include "tool/catalog.h"

namespace oc::app {

enum class TransportChoice : std::uint8_t { automatic, stdio, http, both };
enum class ParentWatch : std::uint8_t { automatic, on, off };

struct Config {
  std::string home;  // resolved by load_config: never empty afterwards
  TransportChoice transport = TransportChoice::automatic;
  std::int64_t http = -1;  // port; 0 any free one, -1 not given
  std::string http_host = "127.0.0.1";
  std::string http_token_file;
  bool allow_unauthenticated_http = false;
  std::vector<std::string> allow_origin;
  std::int64_t http_max_body_mb = 16;
  std::int64_t http_max_connections = 1024;
  std::int64_t max_message_mb = 16;
  tool::ToolSet tools = tool::ToolSet::standard;
  std::int64_t max_call_ms = 120'000;
  std::int64_t max_running_calls = 256;
  std::int64_t journal_days = 7;
  std::string task_root;  // resolved by load_config: never empty afterwards
  std::int64_t task_ttl_days = 30;
  std::int64_t task_max = 10'000;
  std::int64_t max_running_tasks = 8;
  std::int64_t task_grace_ms = 2000;
  std::int64_t max_inline_bytes = 100'000;
  std::string output_handle_ttl_hours = "24";
  std::int64_t output_handle_sweep_interval_seconds = 300;
  std::int64_t output_max_mb = 2048;
  ParentWatch exit_with_parent = ParentWatch::automatic;
  std::string chrome;
  bool headed = false;
  std::string viewport = "1280x720";
  std::string attach;
  std::vector<std::string> allow_host;
  std::vector<std::string> blocked_domains;
  std::vector<std::string> file_root;
  browser::BarrierMode mode = browser::BarrierMode::act;
  bool no_sanitize_content = false;
  bool state_header = true;
  bool trace_cdp = false;
  cdp::Codec cdp_codec = cdp::Codec::cbor;
  bool test_faults = false;
  LogLevel log_level = LogLevel::info;
  bool log_json = false;

  bool uses_stdio() const;
  bool uses_http() const;
};

}  // namespace oc::app

template <>
struct oc::EnumWords<oc::app::TransportChoice> {
  static constexpr std::array<std::string_view, 4> words{"auto", "stdio", "http", "both"};
};
template <>
struct oc::EnumWords<oc::app::ParentWatch> {
  static constexpr std::array<std::string_view, 3> words{"auto", "on", "off"};
};
