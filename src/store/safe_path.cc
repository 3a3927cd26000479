#include "store/safe_path.h"

#include <filesystem>

#include "base/text.h"
#include "json/json.h"

namespace oc::store {
namespace {

namespace fs = std::filesystem;

// Links of what exists resolved, dots of the rest taken out.
fs::path resolved(const fs::path& path) {
  std::error_code problem;
  fs::path out = fs::weakly_canonical(path, problem);
  return problem ? fs::path{} : out;
}

bool is_below(const fs::path& path, const fs::path& root) {
  auto [at_root, at_path] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return at_root == root.end() && at_path != path.end();
}

}  // namespace

Result<std::string> path_below(const std::vector<std::string>& roots, std::string_view path) {
  bool has_nul = path.find('\0') != std::string_view::npos;
  if (path.empty() || has_nul || roots.empty())
    return fail(ErrorCode::path_not_allowed, "no file can be written there");
  fs::path asked{path};
  fs::path whole = resolved(asked.is_absolute() ? asked : fs::path{roots.front()} / asked);
  for (const std::string& root : roots) {
    fs::path allowed = resolved(root);
    if (!allowed.empty() && is_below(whole, allowed)) return whole.string();
  }
  json::array list;
  for (const std::string& root : roots) list.emplace_back(root);
  return std::unexpected(Error{ErrorCode::path_not_allowed,
                               cat("'", shorten(path, 200), "' is outside the directories that may be used"),
                               {},
                               json::object{{"roots", std::move(list)}}});
}

Result<std::string> readable_file(FileSystem& files, const std::vector<std::string>& roots,
                                  std::string_view path) {
  auto allowed = path_below(roots, path);
  if (!allowed) return allowed;
  auto found = files.info(*allowed);
  if (!found) return std::unexpected(std::move(found).error());
  if (!*found || (*found)->is_directory)
    return fail(ErrorCode::invalid_arguments, cat("there is no file '", *allowed, "'"));
  return allowed;
}

}  // namespace oc::store
