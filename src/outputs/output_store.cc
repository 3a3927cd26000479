#include "outputs/output_store.h"

#include "base/text.h"
#include "outputs/descriptor.h"

namespace oc::outputs {
namespace {

// What is left of an output without a record may still be being written by another server.
constexpr std::int64_t kLeftOverMs = 60'000;

}  // namespace

OutputStore::OutputStore(store::FileSystem& files, WorkerPool& pool, const Clock& clock, Logger& log,
                         std::string directory, OutputOptions options)
    : files_(files, std::move(directory)), pool_(pool), clock_(clock), log_(log), options_(options) {}

template <class Job>
auto OutputStore::on_worker(Job job, Stop stop) -> Task<std::invoke_result_t<Job>> {
  auto answer = co_await pool_.run(std::move(job), stop);
  if (!answer) co_return std::unexpected(stop.error());
  co_return std::move(*answer);
}

Task<Result<OutputStore::Kept>> OutputStore::keep(NewOutput output) {
  auto size = static_cast<std::int64_t>(output.payload.size());
  if (size > options_.max_bytes) {
    co_return fail(ErrorCode::storage_failed,
                   cat("an output of ", size, " bytes is larger than all outputs together may be, ",
                       options_.max_bytes, " bytes"),
                   "Ask for less, or raise --output-max-mb.");
  }
  OutputRecord record{.output_handle = new_handle(),
                      .mime_type = std::move(output.mime_type),
                      .size_bytes = size,
                      .source_tool = std::move(output.source_tool),
                      .created_at = clock_.now_ms()};
  record.expires_at = record.created_at + options_.ttl_ms;
  auto kept =
      co_await pool_.run([files = files_, record = std::move(record), payload = std::move(output.payload),
                          member = output.items_member]() mutable -> Result<Kept> {
        std::optional<std::vector<Span>> items;
        if (record.mime_type == "application/json") items = find_items(payload, member);
        if (items) record.item_count = static_cast<std::int64_t>(items->size());
        OC_TRY(files.write(record, payload, items.value_or(std::vector<Span>{})));
        json::object described = descriptor(record, payload);
        return Kept{std::move(record), std::move(described)};
      });
  if (!kept) co_return kept;
  kept_bytes_ += size;
  if (kept_bytes_ > options_.max_bytes) co_await sweep({});
  co_return kept;
}

Task<Result<OutputPage>> OutputStore::page(std::string handle, PageQuery query, Stop stop) {
  co_return co_await on_worker(
      [files = files_, handle = std::move(handle), query, now = clock_.now_ms()]() -> Result<OutputPage> {
        auto found = files.find(handle, now);
        if (!found) return std::unexpected(std::move(found).error());
        return read_page(files, *found, query);
      },
      std::move(stop));
}

Task<Result<QueryAnswer>> OutputStore::query(OutputQuery query, Stop stop) {
  co_return co_await on_worker(
      [files = files_, query = std::move(query), now = clock_.now_ms()]() -> Result<QueryAnswer> {
        auto found = files.find(query.output_handle, now);
        if (!found) return std::unexpected(std::move(found).error());
        return run_query(files, *found, query);
      },
      stop);
}

Task<Result<std::vector<OutputRecord>>> OutputStore::list(Stop stop) {
  co_return co_await on_worker([files = files_, now = clock_.now_ms()] { return files.list(now); },
                               std::move(stop));
}

Task<Result<OutputStore::Whole>> OutputStore::whole(std::string handle, std::int64_t most_bytes, Stop stop) {
  co_return co_await on_worker(
      [files = files_, handle = std::move(handle), most_bytes, now = clock_.now_ms()]() -> Result<Whole> {
        auto found = files.find(handle, now);
        if (!found) return std::unexpected(std::move(found).error());
        std::int64_t size = found->record.size_bytes;
        if (size > most_bytes) {
          return fail(ErrorCode::unsupported,
                      cat("the output has ", size, " bytes, too many to send at once"),
                      "Page through it with oc_output_fetch, or ask oc_output_query.");
        }
        auto payload = files.read(*found, 0, static_cast<std::size_t>(size));
        if (!payload) return std::unexpected(std::move(payload).error());
        return Whole{std::move(found->record), std::move(*payload)};
      },
      std::move(stop));
}

Task<void> OutputStore::sweep(Stop stop) {
  auto swept = co_await pool_.run([files = files_, now = clock_.now_ms(),
                                   most = options_.max_bytes] { return files.sweep(now, kLeftOverMs, most); },
                                  stop);
  if (!swept) co_return;
  if (!*swept) {
    log_.warn("outputs", "old ones stay: ", swept->error().message);
    co_return;
  }
  kept_bytes_ = (*swept)->kept_bytes;
  if ((*swept)->removed > 0) log_.debug("outputs", "removed ", (*swept)->removed);
}

Task<void> OutputStore::sweep_until(Stop stop) {
  bool goes_on = true;
  while (goes_on) {
    co_await sweep(stop);
    goes_on = co_await sleep_for(options_.sweep_every, stop);
  }
}

}  // namespace oc::outputs
