// ReceiptStore: a call with an idempotency key runs once, over restarts and between servers that share a
// home. Its intent is on disk before it runs and its outcome after; a key whose outcome nobody knows is never
// run again. All functions belong to the loop; the disk is left to workers.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "base/clock.h"
#include "base/log.h"
#include "base/task.h"
#include "base/worker_pool.h"
#include "receipts/receipt.h"
#include "receipts/receipt_files.h"

namespace oc::receipts {

struct ReceiptOptions {
  std::int64_t keep_ms = std::int64_t{7} * 24 * 60 * 60 * 1000;
  std::size_t max_count = 100'000;
  Owner owner = Owner::self();
};

class ReceiptStore {
  struct Running;
  using Table = std::map<std::string, std::shared_ptr<Running>>;

 public:
  ReceiptStore(store::FileSystem& files, WorkerPool& pool, const Clock& clock, Logger& log, Executor executor,
               std::string directory, ReceiptOptions options = {});
  ReceiptStore(const ReceiptStore&) = delete;
  ReceiptStore& operator=(const ReceiptStore&) = delete;
  ~ReceiptStore();

  // The right and the duty of one caller to run the call of a key. Dropped without finish() or release() it
  // leaves the intent: the outcome is unknown.
  class [[nodiscard]] Claim {
   public:
    Claim() = default;  // to nothing
    Claim(Claim&& other) noexcept = default;
    Claim& operator=(Claim&&) = delete;
    ~Claim();

   private:
    friend class ReceiptStore;
    Claim(std::shared_ptr<Table> table, std::string id, Receipt intent)
        : table_(std::move(table)), id_(std::move(id)), intent_(std::move(intent)) {}
    std::shared_ptr<Table> table_;  // empty once moved from
    std::string id_;
    Receipt intent_;
  };

  struct Asked {
    std::string key;
    std::string tool;
    json::object arguments;  // without the key
  };
  // The claim to run it, or the receipt of the call that did. A second call of a key waits for the first.
  // Fails with key_reused, outcome_unknown, server_busy (another server runs it), storage_failed (then it
  // must not run), or the stop's error.
  Task<Result<std::variant<Claim, Receipt>>> begin(Asked asked, Stop stop);
  // The outcome is redacted before it is written. When this fails the next call of the key gets
  // outcome_unknown.
  Task<Result<void>> finish(Claim claim, json::object outcome);
  // Nothing was done: the key can be used again.
  Task<void> release(Claim claim);

  // Removes receipts that are too old or too many, folder by folder.
  Task<void> sweep(Stop stop);

 private:
  Task<Result<std::variant<Claim, Receipt>>> claim(std::string id, Receipt intent, Stop stop);
  Result<std::variant<Claim, Receipt>> judge(const Receipt& asked, Receipt found) const;
  Task<std::vector<std::int64_t>> sweep_folders(std::int64_t before_ms, Stop stop);

  ReceiptFiles files_;
  WorkerPool& pool_;
  const Clock& clock_;
  Logger& log_;
  Executor executor_;
  ReceiptOptions options_;
  std::shared_ptr<Table> running_ = std::make_shared<Table>();
};

}  // namespace oc::receipts
