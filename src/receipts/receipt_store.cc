#include "receipts/receipt_store.h"

#include <algorithm>

#include "base/process.h"
#include "base/text.h"
#include "json/redact.h"

namespace oc::receipts {
namespace {

bool is_same_call(const Receipt& a, const Receipt& b) {
  return a.tool == b.tool && a.fingerprint == b.fingerprint;
}

std::unexpected<Error> key_reused(const Receipt& first) {
  return fail(ErrorCode::key_reused,
              cat("this idempotency_key belongs to another call of '", first.tool, "'"));
}

}  // namespace

// A call of this server that is under way.
struct ReceiptStore::Running {
  Running(Executor executor, Receipt asked) : ended(std::move(executor)), intent(std::move(asked)) {}
  Signal ended;
  Receipt intent;
};

ReceiptStore::Claim::~Claim() {
  if (!table_) return;
  auto found = table_->find(id_);
  std::shared_ptr<Running> running = std::move(found->second);
  table_->erase(found);
  running->ended.notify_all();
}

ReceiptStore::ReceiptStore(store::FileSystem& files, WorkerPool& pool, const Clock& clock, Logger& log,
                           Executor executor, std::string directory, ReceiptOptions options)
    : files_(files, std::move(directory)),
      pool_(pool),
      clock_(clock),
      log_(log),
      executor_(std::move(executor)),
      options_(options) {}

ReceiptStore::~ReceiptStore() = default;

Task<Result<std::variant<ReceiptStore::Claim, Receipt>>> ReceiptStore::begin(Asked asked, Stop stop) {
  std::string id = id_of(asked.key);
  Receipt intent{.tool = std::move(asked.tool), .owner = options_.owner, .started_at_ms = clock_.now_ms()};
  intent.fingerprint =
      co_await pool_.run([key = std::move(asked.key), arguments = std::move(asked.arguments)] {
        return fingerprint_of(key, arguments);
      });
  for (auto found = running_->find(id); found != running_->end(); found = running_->find(id)) {
    std::shared_ptr<Running> first = found->second;
    if (!is_same_call(first->intent, intent)) co_return key_reused(first->intent);
    bool ended = co_await first->ended.wait(stop);
    if (!ended)
      co_return std::unexpected(stop.error().in("waiting for the first call of this idempotency_key"));
  }
  co_return co_await claim(std::move(id), std::move(intent), std::move(stop));
}

// REQUIRES: no call of this key is under way here.
Task<Result<std::variant<ReceiptStore::Claim, Receipt>>> ReceiptStore::claim(std::string id, Receipt intent,
                                                                             Stop stop) {
  running_->emplace(id, std::make_shared<Running>(executor_, intent));
  Claim claimed{running_, id, intent};
  // Not given up when the stop comes: the file would say that somebody runs it.
  auto found = co_await pool_.run([files = files_, id, intent] { return files.claim(id, intent); });
  if (!found) co_return std::unexpected(std::move(found).error());
  if (*found) co_return judge(intent, std::move(**found));
  if (stop.requested()) {
    co_await release(std::move(claimed));
    co_return std::unexpected(stop.error());
  }
  co_return std::move(claimed);
}

Result<std::variant<ReceiptStore::Claim, Receipt>> ReceiptStore::judge(const Receipt& asked,
                                                                       Receipt found) const {
  if (!is_same_call(asked, found)) return key_reused(found);
  if (found.state == ReceiptState::done) return std::move(found);
  if (found.owner == options_.owner) {
    return fail(ErrorCode::outcome_unknown,
                "the first call with this idempotency_key ran, but what came of it could not be recorded");
  }
  if (is_running(found.owner.pid, found.owner.start_ticks)) {
    return fail(ErrorCode::server_busy,
                cat("another server (pid ", found.owner.pid, ") runs the call of this idempotency_key"),
                "Call again with the same key in a moment: the answer is then there.");
  }
  return fail(ErrorCode::outcome_unknown,
              "the server ended while the first call with this idempotency_key ran");
}

Task<Result<void>> ReceiptStore::finish(Claim claim, json::object outcome) {
  Receipt receipt = claim.intent_;
  receipt.state = ReceiptState::done;
  receipt.recorded_at_ms = clock_.now_ms();
  receipt.outcome = std::move(outcome);
  auto written = co_await pool_.run([files = files_, id = claim.id_, receipt = std::move(receipt)]() mutable {
    json::object clean = std::move(json::redact(receipt.outcome).as_object());
    receipt.redacted = clean != receipt.outcome;
    receipt.outcome = std::move(clean);
    return files.finish(id, receipt);
  });
  if (!written) log_.warn("receipts", "a receipt could not be written: ", written.error().message);
  co_return written;
}

Task<void> ReceiptStore::release(Claim claim) {
  auto released = co_await pool_.run([files = files_, id = claim.id_] { return files.release(id); });
  if (!released) log_.warn("receipts", "a key could not be released: ", released.error().message);
}

Task<std::vector<std::int64_t>> ReceiptStore::sweep_folders(std::int64_t before_ms, Stop stop) {
  std::vector<std::int64_t> times;
  auto folders = co_await pool_.run([files = files_] { return files.folders(); }, stop);
  if (!folders || !*folders) co_return times;
  for (const std::string& folder : **folders) {
    // One job a folder: others need the workers too.
    auto kept = co_await pool_.run(
        [files = files_, folder, before_ms] { return files.sweep(folder, before_ms); }, stop);
    if (!kept) co_return times;
    if (*kept) {
      times.insert(times.end(), (*kept)->begin(), (*kept)->end());
    } else {
      log_.warn("receipts", "old ones stay: ", kept->error().message);
    }
  }
  co_return times;
}

Task<void> ReceiptStore::sweep(Stop stop) {
  std::vector<std::int64_t> times = co_await sweep_folders(clock_.now_ms() - options_.keep_ms, stop);
  if (times.size() <= options_.max_count || stop.requested()) co_return;
  auto oldest_to_keep = times.end() - static_cast<std::ptrdiff_t>(options_.max_count);
  std::ranges::nth_element(times, oldest_to_keep);
  (void)co_await sweep_folders(*oldest_to_keep, stop);
}

}  // namespace oc::receipts
