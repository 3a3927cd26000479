#include "bridge/command_log.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "store/atomic_file.h"
#include "store/jsonl.h"

namespace oc::bridge {

Result<CommandLog> CommandLog::open(store::FileSystem& files, const std::string& directory) {
  OC_TRY(files.make_directories(directory));
  std::optional<CommandLog> ours;
  for (std::size_t i = 1; i <= kMostServers; ++i) {
    std::string path = cat(directory, "/commands-", i, ".jsonl");
    if (ours) {
      auto there = files.info(path);
      if (!there || !*there) continue;
    }
    auto lock = store::try_lock_file(files, cat(directory, "/commands-", i, ".lock"));
    if (!lock) return std::unexpected(std::move(lock).error());
    if (!*lock) continue;
    if (ours) {
      OC_TRY(ours->inherit(path));
    } else {
      ours = CommandLog{files, std::move(path), std::move(**lock)};
    }
  }
  if (ours) return std::move(*ours);
  return fail(ErrorCode::lock_timeout,
              cat("all ", kMostServers, " command logs in ", directory, " are in use"));
}

// What is known here already was inherited before, and may have gone on since.
Result<void> CommandLog::inherit(const std::string& from) const {
  CommandLog other{*files_, from, {}};
  auto left = other.read();
  if (!left) return std::unexpected(std::move(left).error());
  auto known = read();
  if (!known) return std::unexpected(std::move(known).error());
  std::string lines;
  for (const Command& command : *left) {
    if (std::ranges::find(*known, command.correlation_id, &Command::correlation_id) == known->end())
      lines += line_of(command, command.params.has_value());
  }
  if (!lines.empty()) OC_TRY(append(lines));
  auto removed = files_->remove_file(from);
  if (!removed) return std::unexpected(std::move(removed).error());
  return {};
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
  // It may say again what was to be entered.
  if (command.is_private && line.contains("result")) line["result"] = "(not written down)";
  return store::json_line(line);
}

}  // namespace oc::bridge
