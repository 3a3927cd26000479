#include "store/tar_gz.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>

#include "base/text.h"
#include "store/atomic_file.h"

namespace oc::store {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;
constexpr std::uint64_t kMostFileBytes = (std::uint64_t{1} << 33) - 1;  // eleven octal digits
constexpr std::size_t kMostNameBytes = 100;
constexpr std::size_t kMostPrefixBytes = 155;

// POSIX ustar: where each field of the header of a file stands.
class Header {
 public:
  void text(std::size_t offset, std::string_view value) {
    std::ranges::copy(value, bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  // Octal digits that fill the field but for its last byte, which ends it.
  void number(std::size_t offset, std::size_t width, std::uint64_t value) {
    for (std::size_t i = width - 1; i-- > 0; value /= 8)
      bytes_[offset + i] = static_cast<char>('0' + value % 8);
  }
  // Over the header with blanks in place of the sum itself.
  std::string_view sealed() {
    constexpr std::size_t kSum = 148;
    text(kSum, "        ");
    std::uint64_t sum = 0;
    for (char c : bytes_) sum += static_cast<unsigned char>(c);
    number(kSum, 7, sum);
    bytes_[kSum + 6] = '\0';
    return {bytes_.data(), bytes_.size()};
  }

 private:
  std::array<char, kBlock> bytes_{};
};

Header header_of(const TarSource& source, std::string_view name, std::uint64_t size) {
  Header header;
  header.text(0, name);
  header.number(100, 8, 0600);
  header.number(108, 8, 0);  // owner
  header.number(116, 8, 0);  // group
  header.number(124, 12, size);
  header.number(136, 12, static_cast<std::uint64_t>(std::max<std::int64_t>(source.modified_ms, 0) / 1000));
  header.text(156, "0");
  header.text(257, "ustar");
  header.text(263, "00");
  header.number(329, 8, 0);  // device
  header.number(337, 8, 0);
  header.text(345, source.inside);
  return header;
}

// Compresses what it is given and appends it to a file.
class GzipFile {
 public:
  GzipFile(FileSystem& files, std::string path) : files_(files), path_(std::move(path)) {
    constexpr int kGzip = 15 + 16;  // the largest window, with gzip's header, whose time stays 0
    is_ready_ =
        deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  GzipFile(const GzipFile&) = delete;
  GzipFile& operator=(const GzipFile&) = delete;
  ~GzipFile() {
    if (is_ready_) deflateEnd(&stream_);
  }

  Result<void> write(std::string_view bytes) { return compress(bytes, Z_NO_FLUSH); }
  Result<std::uint64_t> finish() {
    OC_TRY(compress({}, Z_FINISH));
    return written_;
  }

 private:
  Result<void> compress(std::string_view bytes, int flush) {
    if (!is_ready_) return fail(ErrorCode::internal, "zlib could not begin");
    std::string out(kPieceBytes, '\0');
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(out.data());
      stream_.avail_out = static_cast<uInt>(out.size());
      if (deflate(&stream_, flush) == Z_STREAM_ERROR) return fail(ErrorCode::internal, "zlib failed");
      OC_TRY(append(std::string_view{out}.substr(0, out.size() - stream_.avail_out)));
    } while (stream_.avail_out == 0);
    return {};
  }

  Result<void> append(std::string_view bytes) {
    while (!bytes.empty()) {
      auto taken = files_.append(path_, bytes);
      if (!taken) return std::unexpected(std::move(taken).error());
      if (*taken == 0) return std::unexpected(storage_error("write", path_, ENOSPC));
      bytes.remove_prefix(*taken);
      written_ += *taken;
    }
    return {};
  }

  FileSystem& files_;
  std::string path_;
  z_stream stream_{};
  bool is_ready_ = false;
  std::uint64_t written_ = 0;
};

Result<void> check_names(const TarSource& source) {
  auto invalid = [](std::string_view name) {
    return fail(ErrorCode::invalid_arguments,
                cat("an archive cannot hold the name '", shorten(one_line(name), 200), "'"));
  };
  auto is_plain = [](std::string_view name) {
    return name != "." && name != ".." &&
           name.find_first_of(std::string_view{"/\0", 2}) == std::string_view::npos;
  };
  if (source.inside.size() > kMostPrefixBytes || !is_plain(source.inside)) return invalid(source.inside);
  for (const std::string& name : source.names) {
    if (name.empty() || name.size() > kMostNameBytes || !is_plain(name)) return invalid(name);
  }
  return {};
}

Result<void> add_file(FileSystem& files, GzipFile& archive, const TarSource& source,
                      const std::string& name) {
  std::string path = path_in(source.folder, name);
  auto size = files.size(path);
  if (!size) return std::unexpected(std::move(size).error());
  if (!*size) return std::unexpected(storage_error("read", path, ENOENT));
  if (**size > kMostFileBytes) return std::unexpected(storage_error("archive", path, EFBIG));
  Header header = header_of(source, name, **size);
  OC_TRY(archive.write(header.sealed()));
  for (std::uint64_t offset = 0; offset < **size;) {
    auto piece = files.read_range(path, offset, std::min<std::uint64_t>(kPieceBytes, **size - offset));
    if (!piece) return std::unexpected(std::move(piece).error());
    if (!*piece || (*piece)->empty())
      return fail(ErrorCode::storage_failed, cat(path, " became shorter while it was read"));
    OC_TRY(archive.write(**piece));
    offset += (*piece)->size();
  }
  return archive.write(std::string((kBlock - **size % kBlock) % kBlock, '\0'));
}

Result<std::uint64_t> write_archive(FileSystem& files, const std::string& path, const TarSource& source) {
  OC_TRY(files.write_new(path, {}));
  GzipFile archive{files, path};
  for (const std::string& name : source.names) OC_TRY(add_file(files, archive, source, name));
  OC_TRY(archive.write(std::string(2 * kBlock, '\0')));  // the end, by the format
  return archive.finish();
}

}  // namespace

Result<std::uint64_t> write_tar_gz(FileSystem& files, const std::string& path, const TarSource& source) {
  OC_TRY(check_names(source));
  std::string temporary = temporary_path(path);
  auto size = write_archive(files, temporary, source);
  if (!size) {
    (void)files.remove_file(temporary);
    return size;
  }
  OC_TRY(put_in_place(files, temporary, path));
  return size;
}

}  // namespace oc::store
