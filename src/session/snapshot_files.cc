#include "session/snapshot_files.h"

#include "base/text.h"
#include "json/parse.h"
#include "json/write.h"
#include "store/atomic_file.h"
#include "store/dated_id.h"

namespace oc::session {
namespace {

constexpr std::string_view kSuffix = ".json";

std::unexpected<Error> not_found(std::string message) {
  return fail(ErrorCode::resource_not_found, std::move(message), "oc_session_snapshot makes one.");
}

}  // namespace

std::string SnapshotFiles::path_of(const std::string& id) const {
  return store::path_in(directory_, cat(id, kSuffix));
}

Result<std::vector<std::string>> SnapshotFiles::ids() const {
  auto names = files_.list(directory_);
  if (!names) return names;
  std::vector<std::string> out;
  for (std::string& name : *names) {
    if (!name.ends_with(kSuffix)) continue;
    name.resize(name.size() - kSuffix.size());
    if (store::is_dated_id(name)) out.push_back(std::move(name));
  }
  return out;
}

Result<void> SnapshotFiles::save(const Snapshot& snapshot) const {
  OC_TRY(files_.make_directories(directory_));
  OC_TRY(store::write_atomically(files_, path_of(snapshot.snapshot_id),
                                 json::write(Snapshot::record().encode(snapshot))));
  remove_old();
  return {};
}

// What cannot be removed now goes with a later one.
void SnapshotFiles::remove_old() const {
  auto kept = ids();
  if (!kept || kept->size() <= kept_) return;
  for (std::size_t i = 0; i < kept->size() - kept_; ++i) (void)files_.remove_file(path_of((*kept)[i]));
}

Result<Snapshot> SnapshotFiles::read(const std::string& id) const {
  auto text = files_.read(path_of(id));
  if (!text) return std::unexpected(std::move(text).error());
  if (!*text) return not_found(cat("there is no snapshot '", id, "'"));
  auto parsed = json::parse(**text);
  auto snapshot = parsed && parsed->is_object()
                      ? Snapshot::record().decode(parsed->get_object())
                      : Result<Snapshot>{fail(ErrorCode::storage_corrupt, "no JSON")};
  if (snapshot) return snapshot;
  return fail(ErrorCode::storage_corrupt, cat("the snapshot in ", path_of(id), " cannot be understood"));
}

Result<Snapshot> SnapshotFiles::load(const std::string& id) const {
  if (store::is_dated_id(id)) {
    auto found = read(id);
    if (found || found.error().code != ErrorCode::resource_not_found) return found;
  }
  auto known = ids();
  if (!known) return std::unexpected(std::move(known).error());
  std::string message = cat("there is no snapshot '", shorten(one_line(id), 80), "'");
  if (!known->empty()) message += cat("; the newest is ", known->back());
  return not_found(std::move(message));
}

Result<Snapshot> SnapshotFiles::newest() const {
  auto known = ids();
  if (!known) return std::unexpected(std::move(known).error());
  for (std::size_t i = known->size(); i > 0; --i) {
    auto found = read((*known)[i - 1]);
    bool passed_over = !found && (found.error().code == ErrorCode::storage_corrupt ||
                                  found.error().code == ErrorCode::resource_not_found);
    if (!passed_over) return found;
  }
  return not_found("there is no snapshot yet");
}

}  // namespace oc::session
