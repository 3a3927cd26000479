#include "store/piece_writer.h"

namespace oc::store {
namespace {

constexpr std::size_t kBufferBytes = 1024 * 1024;

}  // namespace

PieceWriter::~PieceWriter() {
  if (!temporary_.empty()) (void)files_.remove_file(temporary_);
}

Result<void> PieceWriter::write(std::string_view piece) {
  buffer_ += piece;
  written_ += piece.size();
  return buffer_.size() < kBufferBytes ? Result<void>{} : flush();
}

Result<void> PieceWriter::flush() {
  std::string_view left{buffer_};
  while (!left.empty()) {
    auto taken = files_.append(temporary_, left);
    if (!taken) return std::unexpected(std::move(taken).error());
    left.remove_prefix(*taken);
  }
  buffer_.clear();
  return {};
}

Result<void> PieceWriter::finish(const std::string& path) {
  OC_TRY(flush());
  // Of an empty file there was nothing to append.
  if (written_ == 0) OC_TRY(files_.write_new(temporary_, ""));
  OC_TRY(put_in_place(files_, temporary_, path));
  temporary_.clear();
  return {};
}

}  // namespace oc::store
