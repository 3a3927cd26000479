// Reads a stored payload block by block, from its beginning: what is held is one block. Blocking.
#pragma once
#include <string>

#include "outputs/output_files.h"

namespace oc::outputs {

class PayloadBlocks {
 public:
  static constexpr std::size_t kBlockBytes = 1024 * 1024;

  PayloadBlocks(const OutputFiles& files, const StoredOutput& output, std::size_t block_bytes = kBlockBytes)
      : files_(files), output_(output), block_bytes_(block_bytes) {}

  // False at the end.
  Result<bool> next() {
    offset_ += block_.size();
    if (offset_ >= static_cast<std::uint64_t>(output_.record.size_bytes)) return false;
    auto block = files_.read(output_, offset_, block_bytes_);
    if (!block) return std::unexpected(std::move(block).error());
    block_ = std::move(*block);
    return !block_.empty();
  }
  const std::string& block() const { return block_; }
  std::uint64_t offset() const { return offset_; }  // of the block
  bool is_last() const {
    return offset_ + block_.size() >= static_cast<std::uint64_t>(output_.record.size_bytes);
  }

 private:
  const OutputFiles& files_;
  const StoredOutput& output_;
  std::size_t block_bytes_;
  std::string block_;
  std::uint64_t offset_ = 0;
};

}  // namespace oc::outputs
