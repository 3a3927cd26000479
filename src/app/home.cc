#include "app/home.h"

#include "base/random.h"
#include "base/text.h"
#include "store/atomic_file.h"

namespace oc::app {

Result<void> prepare_home(store::FileSystem& files, const std::string& home) {
  return files.make_directories(home);
}

Result<std::string> load_or_make_token(store::FileSystem& files, const std::string& path) {
  constexpr std::size_t kShortest = 16;
  constexpr int kAttempts = 3;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto text = files.read(path);
    if (!text) return std::unexpected(std::move(text).error());
    if (*text) {
      std::string token{trim(**text)};
      if (token.size() >= kShortest) return token;
      return fail(ErrorCode::storage_corrupt,
                  cat("the token in ", path, " is shorter than ", kShortest, " characters"),
                  "Remove the file; a new token is made at the next start.");
    }
    OC_TRY(files.make_directories(store::parent_of(path)));
    // Fails when another server was quicker: then its token is read.
    auto written = files.write_new(path, cat(random_token(), "\n"));
    if (!written && attempt + 1 == kAttempts) return std::unexpected(std::move(written).error());
  }
  return fail(ErrorCode::storage_failed, cat("cannot read back the token in ", path));
}

}  // namespace oc::app
