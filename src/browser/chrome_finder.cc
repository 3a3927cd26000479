#include "browser/chrome_finder.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/text.h"

namespace oc::browser {
namespace {

// Names on PATH, in the order of preference.
constexpr std::array<std::string_view, 8> kNames{
    "google-chrome-stable",  "google-chrome",  "chromium",      "chromium-browser",
    "microsoft-edge-stable", "microsoft-edge", "brave-browser", "chrome"};
// Places that packages use without putting the program on PATH.
constexpr std::array<std::string_view, 4> kFixedPlaces{"/opt/google/chrome/chrome",
                                                       "/opt/microsoft/msedge/msedge",
                                                       "/opt/brave.com/brave/brave", "/snap/bin/chromium"};
// Below a version folder of a test tool's download cache.
constexpr std::array<std::string_view, 4> kInCaches{"chrome-linux/chrome", "chrome-linux64/chrome",
                                                    "chrome-linux/headless_shell",
                                                    "chrome-headless-shell-linux64/chrome-headless-shell"};

std::optional<std::string> on_path(const ChromeSearch& search) {
  std::string path = search.environment("PATH").value_or("");
  for (std::string_view name : kNames) {
    for (std::string_view directory : split(path, ':')) {
      std::string candidate = cat(directory, "/", name);
      if (!directory.empty() && search.is_program(candidate)) return candidate;
    }
  }
  return std::nullopt;
}

std::optional<std::string> in_cache(const ChromeSearch& search, const std::string& cache) {
  std::vector<std::string> versions = search.list(cache);
  // Newest first, as far as names tell.
  for (auto version = versions.rbegin(); version != versions.rend(); ++version) {
    for (std::string_view program : kInCaches) {
      std::string candidate = cat(cache, "/", *version, "/", program);
      if (search.is_program(candidate)) return candidate;
    }
  }
  return std::nullopt;
}

}  // namespace

Result<std::string> find_chrome(const ChromeSearch& search) {
  if (!search.chosen.empty()) {
    if (search.is_program(search.chosen)) return search.chosen;
    return fail(ErrorCode::browser_unavailable, cat("--chrome: ", search.chosen, " is not a program"),
                "Give the path of a Chrome binary.");
  }
  if (auto path = search.environment("CHROME_PATH"); path && !path->empty()) {
    if (search.is_program(*path)) return *path;
    return fail(ErrorCode::browser_unavailable, cat("CHROME_PATH: ", *path, " is not a program"),
                "Correct or unset CHROME_PATH.");
  }
  if (auto found = on_path(search)) return *found;
  for (std::string_view place : kFixedPlaces) {
    if (search.is_program(std::string{place})) return std::string{place};
  }
  if (auto home = search.environment("HOME")) {
    std::string playwright =
        search.environment("PLAYWRIGHT_BROWSERS_PATH").value_or(cat(*home, "/.cache/ms-playwright"));
    std::string puppeteer =
        search.environment("PUPPETEER_CACHE_DIR").value_or(cat(*home, "/.cache/puppeteer"));
    for (const std::string& cache :
         {playwright, cat(puppeteer, "/chrome"), cat(puppeteer, "/chrome-headless-shell")}) {
      if (auto found = in_cache(search, cache)) return *found;
    }
  }
  return fail(ErrorCode::browser_unavailable, "no Chrome, Chromium, Edge or Brave was found",
              "Install one (Debian: apt install chromium) or give --chrome PATH.");
}

ChromeSearch real_search(std::string chosen) {
  return {.chosen = std::move(chosen),
          .environment = process_environment(),
          .is_program =
              [](const std::string& path) {
                std::error_code ignored;
                return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
              },
          .list =
              [](const std::string& directory) {
                std::vector<std::string> names;
                std::error_code error;
                for (auto it = std::filesystem::directory_iterator{directory, error};
                     !error && it != std::filesystem::directory_iterator{}; it.increment(error)) {
                  names.push_back(it->path().filename().string());
                }
                std::ranges::sort(names);
                return names;
              }};
}

}  // namespace oc::browser
