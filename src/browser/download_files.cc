#include "browser/download_files.h"

#include <array>

#include "base/random.h"
#include "base/text.h"

namespace oc::browser {
namespace {

constexpr std::size_t kLongestName = 200;
constexpr std::size_t kLongestExtension = 20;

// Where ".tar.gz", ".pdf" … begins; the end when there is none.
std::size_t extension_at(std::string_view name) {
  std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || name.size() - dot > kLongestExtension) return name.size();
  if (dot > 4 && name.substr(dot - 4, 4) == ".tar") return dot - 4;
  return dot;
}

// Marks of direction and characters of no width: with them "gpj.exe" is shown as "exe.jpg".
std::string without_invisible(std::string_view name) {
  constexpr std::array<std::string_view, 15> kInvisible{"\u200b", "\u200c", "\u200d", "\u200e", "\u200f",
                                                        "\u202a", "\u202b", "\u202c", "\u202d", "\u202e",
                                                        "\u2066", "\u2067", "\u2068", "\u2069", "\ufeff"};
  std::string out;
  while (!name.empty()) {
    std::size_t skipped = 0;
    for (std::string_view character : kInvisible) {
      if (name.starts_with(character)) skipped = character.size();
    }
    if (skipped == 0) out += name.front();
    name.remove_prefix(skipped == 0 ? 1 : skipped);
  }
  return out;
}

std::string numbered(std::string_view name, int number) {
  std::size_t dot = extension_at(name);
  return cat(name.substr(0, dot), " (", number, ")", name.substr(dot));
}

}  // namespace

std::string safe_file_name(std::string_view suggested) {
  std::size_t slash = suggested.find_last_of("/\\");
  if (slash != std::string_view::npos) suggested.remove_prefix(slash + 1);
  std::string name = without_invisible(one_line(mend_utf8(suggested)));
  std::string_view plain = trim(name);
  while (plain.starts_with('.') || plain.starts_with(' ')) plain.remove_prefix(1);
  while (plain.ends_with('.') || plain.ends_with(' ')) plain.remove_suffix(1);
  if (plain.empty()) return "download";
  if (plain.size() <= kLongestName) return std::string{plain};
  std::size_t dot = extension_at(plain);
  std::string_view extension = plain.substr(dot);
  return cat(cut(plain.substr(0, dot), kLongestName - extension.size()), extension);
}

Result<std::string> place_download(store::FileSystem& files, const std::string& from,
                                   const std::string& directory, const std::string& name) {
  constexpr int kMostOfOneName = 1000;
  OC_TRY(files.make_directories(directory));
  OC_TRY(files.make_private(from));
  for (int number = 0; number <= kMostOfOneName; ++number) {
    // A name nobody has when all others are taken.
    std::string tried = number == kMostOfOneName ? cat(random_hex(8), " ", name)
                        : number == 0            ? name
                                                 : numbered(name, number);
    std::string path = store::path_in(directory, tried);
    auto placed = files.link(from, path);
    if (!placed) return std::unexpected(std::move(placed).error());
    if (!*placed) continue;
    (void)files.remove_file(from);
    return path;
  }
  return fail(ErrorCode::storage_failed, cat("cannot find a free name for ", name, " in ", directory));
}

}  // namespace oc::browser
