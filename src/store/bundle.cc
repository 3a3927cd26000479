#include "store/bundle.h"

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/text.h"
#include "json/write.h"
#include "store/atomic_file.h"
#include "store/tar_gz.h"

namespace oc::store {

json::object BundleFile::json() const {
  return {{"name", name}, {"bytes", bytes}, {"sha256", sha256}};
}

std::string Bundle::archive() const {
  return path_in(folder_, cat(id_, ".tar.gz"));
}

Result<BundleFile> Bundle::add(const std::string& name, std::string_view bytes) {
  OC_TRY(write_atomically(files_, path_in(folder_, name), bytes));
  names_.push_back(name);
  return BundleFile{.name = name, .bytes = bytes.size(), .sha256 = hex_encode(sha256(bytes))};
}

Result<std::uint64_t> Bundle::finish(const json::object& manifest, std::int64_t now_ms) {
  std::string manifest_name{kManifest};
  OC_TRY(write_atomically(files_, path_in(folder_, manifest_name), json::write_pretty(manifest)));
  TarSource source{.folder = folder_, .names = {manifest_name}, .inside = id_, .modified_ms = now_ms};
  source.names.insert(source.names.end(), names_.begin(), names_.end());
  return write_tar_gz(files_, archive(), source);
}

}  // namespace oc::store
