#include "receipts/receipt_files.h"

#include <algorithm>

#include "base/text.h"
#include "store/atomic_file.h"

namespace oc::receipts {
namespace {

constexpr std::string_view kSuffix = ".json";
constexpr std::size_t kFolderDigits = 2;
constexpr std::size_t kIdDigits = 64;

bool is_hex(std::string_view text, std::size_t digits) {
  return text.size() == digits &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_receipt_name(std::string_view name) {
  return name.ends_with(kSuffix) && is_hex(name.substr(0, name.size() - kSuffix.size()), kIdDigits);
}

}  // namespace

std::string ReceiptFiles::path_of(const std::string& id) const {
  return store::path_in(store::path_in(directory_, id.substr(0, kFolderDigits)), cat(id, kSuffix));
}

// A folder whose name a crash takes away would take the intents in it along.
Result<void> ReceiptFiles::make_folder(const std::string& folder) const {
  auto found = files_.exists(folder);
  if (!found) return std::unexpected(std::move(found).error());
  if (*found) return {};
  OC_TRY(files_.make_directories(folder));
  OC_TRY(files_.sync_directory(directory_));
  return files_.sync_directory(store::parent_of(directory_));
}

Result<std::optional<Receipt>> ReceiptFiles::claim(const std::string& id, const Receipt& intent) const {
  constexpr int kAttempts = 5;
  std::string path = path_of(id);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    OC_TRY(make_folder(store::parent_of(path)));
    auto created = store::create_atomically(files_, path, intent.text());
    if (!created) return std::unexpected(std::move(created).error());
    if (*created) return std::nullopt;
    auto text = files_.read(path);
    if (!text) return std::unexpected(std::move(text).error());
    if (!*text) continue;  // another server released it meanwhile
    auto found = parse_receipt(**text);
    if (found) return found;
    return fail(ErrorCode::outcome_unknown,
                cat("what is kept of this idempotency_key cannot be understood: ", path));
  }
  return fail(ErrorCode::server_busy, "other servers use this idempotency_key");
}

Result<void> ReceiptFiles::finish(const std::string& id, const Receipt& receipt) const {
  return store::write_atomically(files_, path_of(id), receipt.text());
}

Result<void> ReceiptFiles::release(const std::string& id) const {
  auto gone = files_.remove_file(path_of(id));
  if (!gone) return std::unexpected(std::move(gone).error());
  return {};
}

Result<std::vector<std::string>> ReceiptFiles::folders() const {
  auto names = files_.list(directory_);
  if (!names) return names;
  std::erase_if(*names, [](const std::string& name) { return !is_hex(name, kFolderDigits); });
  return names;
}

Result<std::vector<std::int64_t>> ReceiptFiles::sweep(const std::string& folder,
                                                      std::int64_t before_ms) const {
  std::string path = store::path_in(directory_, folder);
  auto torn = store::sweep_temporaries(files_, path, before_ms);
  if (!torn) return std::unexpected(std::move(torn).error());
  auto names = files_.list(path);
  if (!names) return std::unexpected(std::move(names).error());
  std::vector<std::int64_t> kept;
  for (const std::string& name : *names) {
    if (!is_receipt_name(name)) continue;
    std::string file = store::path_in(path, name);
    auto found = files_.info(file);
    if (!found) return std::unexpected(std::move(found).error());
    if (!*found || (*found)->is_directory) continue;
    if ((*found)->modified_ms >= before_ms) {
      kept.push_back((*found)->modified_ms);
      continue;
    }
    auto gone = files_.remove_file(file);
    if (!gone) return std::unexpected(std::move(gone).error());
  }
  return kept;
}

}  // namespace oc::receipts
