#include "bridge/command_log.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "store/atomic_file.h"
#include "store/jsonl.h"

namespace oc::bridge {

Result<CommandLog> CommandLog::open(store::FileSystem& files, const std::string& directory) {
  OC_TRY(files.make_directories(directory));
  for (std::size_t i = 1; i <= kMostServers; ++i) {
    std::string path = cat(directory, "/commands-", i, ".jsonl");
    auto lock = store::try_lock_file(files, cat(directory, "/commands-", i, ".lock"));
    if (!lock) return std::unexpected(std::move(lock).error());
    if (*lock) return CommandLog{files, std::move(path), std::move(**lock)};
  }
  return fail(ErrorCode::lock_timeout,
              cat("all ", kMostServers, " command logs in ", directory, " are in use"));
}

Result<std::vector<Command>> CommandLog::read() const {
  auto lines = store::read_json_lines(*files_, path_);
  if (!lines) return std::unexpected(std::move(lines).error());
  std::map<std::string, json::object, std::less<>> merged;
  for (json::value& line : lines->values) {
    json::object* members = line.if_object();
    auto id = members ? json::find_string(*members, "correlation_id") : std::nullopt;
    if (!id || !is_correlation_id(*id)) continue;
    json::object& whole = merged[std::string{*id}];
    json::value* params = whole.if_contains("params");
    if (params && !members->contains("params")) (*members)["params"] = std::move(*params);
    whole = std::move(*members);
  }
  std::vector<Command> out;
  for (const auto& [id, whole] : merged) {
    if (auto command = Command::record().decode(whole)) out.push_back(std::move(*command));
  }
  std::ranges::sort(out, {}, &Command::number);
  return out;
}

Result<void> CommandLog::append(std::string_view lines) const {
  store::Appended appended = store::append_lines(*files_, path_, lines);
  if (appended.error) return std::unexpected(std::move(*appended.error));
  return {};
}

Result<void> CommandLog::rewrite(std::string_view lines) const {
  return store::write_atomically(*files_, path_, lines);
}

std::string line_of(const Command& command, bool with_params) {
  json::object line = Command::record().encode(command);
  if (!with_params) line.erase("params");
  return store::json_line(line);
}

}  // namespace oc::bridge
