#include "store/atomic_file.h"

#include <algorithm>

#include "base/random.h"
#include "base/text.h"

namespace oc::store {
namespace {

// .meta.json.0123456789abcdef.tmp
constexpr std::string_view kSuffix = ".tmp";
constexpr std::size_t kHexDigits = 16;

Result<void> replace(FileSystem& files, const std::string& temporary, const std::string& path) {
  OC_TRY(files.sync_file(temporary));
  return files.rename(temporary, path);
}

Result<bool> put_where_none_is(FileSystem& files, const std::string& temporary, const std::string& path) {
  OC_TRY(files.sync_file(temporary));
  return files.link(temporary, path);
}

}  // namespace

std::string temporary_path(const std::string& path) {
  std::size_t slash = path.rfind('/');
  std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  return cat(path.substr(0, name), ".", path.substr(name), ".", random_hex(kHexDigits / 2), kSuffix);
}

Result<void> put_in_place(FileSystem& files, const std::string& temporary, const std::string& path) {
  if (auto placed = replace(files, temporary, path); !placed) {
    // The first failure is the one to tell; the sweep takes what cannot be removed now.
    (void)files.remove_file(temporary);
    return placed;
  }
  return files.sync_directory(parent_of(path));
}

Result<void> write_atomically(FileSystem& files, const std::string& path, std::string_view bytes) {
  std::string temporary = temporary_path(path);
  OC_TRY(files.write_new(temporary, bytes));
  return put_in_place(files, temporary, path);
}

Result<void> replace_unsynced(FileSystem& files, const std::string& path, std::string_view bytes) {
  std::string temporary = temporary_path(path);
  OC_TRY(files.write_new(temporary, bytes));
  auto placed = files.rename(temporary, path);
  if (!placed) (void)files.remove_file(temporary);
  return placed;
}

Result<bool> create_atomically(FileSystem& files, const std::string& path, std::string_view bytes) {
  std::string temporary = temporary_path(path);
  OC_TRY(files.write_new(temporary, bytes));
  auto placed = put_where_none_is(files, temporary, path);
  (void)files.remove_file(temporary);
  if (!placed || !*placed) return placed;
  if (auto synced = files.sync_directory(parent_of(path)); !synced) {
    (void)files.remove_file(path);
    return std::unexpected(std::move(synced).error());
  }
  return true;
}

bool is_temporary_name(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(kSuffix)) return false;
  name.remove_suffix(kSuffix.size());
  if (name.size() < kHexDigits + 3) return false;
  std::string_view digits = name.substr(name.size() - kHexDigits);
  auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return name[name.size() - kHexDigits - 1] == '.' && std::ranges::all_of(digits, is_hex);
}

Result<std::size_t> sweep_temporaries(FileSystem& files, const std::string& directory,
                                      std::int64_t before_ms) {
  auto names = files.list(directory);
  if (!names) return std::unexpected(std::move(names).error());
  std::size_t removed = 0;
  for (const std::string& name : *names) {
    if (!is_temporary_name(name)) continue;
    std::string path = path_in(directory, name);
    auto found = files.info(path);
    if (!found) return std::unexpected(std::move(found).error());
    if (!*found || (*found)->is_directory || (*found)->modified_ms >= before_ms) continue;
    auto gone = files.remove_file(path);
    if (!gone) return std::unexpected(std::move(gone).error());
    removed += *gone ? 1 : 0;
  }
  return removed;
}

}  // namespace oc::store
