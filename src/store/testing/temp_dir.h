// TempDir: a directory of a test's own, removed with all that is in it.
#pragma once
#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace oc::store {

class TempDir {
 public:
  TempDir() : path_((std::filesystem::temp_directory_path() / "oc_test_XXXXXX").string()) {
    if (!::mkdtemp(path_.data())) throw std::system_error(errno, std::generic_category(), "mkdtemp");
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const {
    return (std::filesystem::path{path_} / name).string();
  }

 private:
  std::string path_;
};

}  // namespace oc::store
