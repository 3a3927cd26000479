// PieceWriter: a file that is written piece by piece and put in place as a whole, durable. Blocking.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "store/atomic_file.h"
#include "store/file_system.h"

namespace oc::store {

class PieceWriter {
 public:
  // `temporary` is made, and removed unless finish() succeeds.
  PieceWriter(FileSystem& files, std::string temporary) : files_(files), temporary_(std::move(temporary)) {}
  PieceWriter(const PieceWriter&) = delete;
  PieceWriter& operator=(const PieceWriter&) = delete;
  ~PieceWriter();

  Result<void> write(std::string_view piece);
  Result<void> finish(const std::string& path);
  std::uint64_t written() const { return written_; }

 private:
  Result<void> flush();

  FileSystem& files_;
  std::string temporary_;  // empty once it is in place
  std::string buffer_;
  std::uint64_t written_ = 0;
};

}  // namespace oc::store
