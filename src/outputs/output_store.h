// OutputStore: large results on disk under a handle, for some hours. All functions belong to the loop; the
// disk is left to workers. Several servers may share the directory.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/task.h"
#include "base/worker_pool.h"
#include "outputs/output_files.h"
#include "outputs/output_page.h"
#include "outputs/output_query.h"

namespace oc::outputs {

struct OutputOptions {
  std::int64_t ttl_ms = std::int64_t{24} * 60 * 60 * 1000;
  std::int64_t max_bytes = std::int64_t{2048} * 1024 * 1024;  // of all together; the oldest go
  std::chrono::milliseconds sweep_every{300'000};
};

struct NewOutput {
  std::string payload;
  std::string mime_type;
  std::string_view items_member = {};  // of JSON: the member whose elements are the items
  std::string source_tool;
};

class OutputStore {
 public:
  OutputStore(store::FileSystem& files, WorkerPool& pool, const Clock& clock, Logger& log,
              std::string directory, OutputOptions options = {});
  OutputStore(const OutputStore&) = delete;
  OutputStore& operator=(const OutputStore&) = delete;

  struct Kept {
    OutputRecord record;
    json::object descriptor;
  };
  // Durable when it returns.
  Task<Result<Kept>> keep(NewOutput output);
  Task<Result<OutputPage>> page(std::string handle, PageQuery query, Stop stop);
  Task<Result<QueryAnswer>> query(OutputQuery query, Stop stop);
  Task<Result<std::vector<OutputRecord>>> list(Stop stop);
  struct Whole {
    OutputRecord record;
    std::string payload;
  };
  // All of it at once; unsupported when that is more than `most_bytes`.
  Task<Result<Whole>> whole(std::string handle, std::int64_t most_bytes, Stop stop);

  // Removes what has expired and what is too much, now and every so often, until the stop.
  Task<void> sweep_until(Stop stop);
  Task<void> sweep(Stop stop);

 private:
  template <class Job>
  auto on_worker(Job job, Stop stop) -> Task<std::invoke_result_t<Job>>;

  OutputFiles files_;
  WorkerPool& pool_;
  const Clock& clock_;
  Logger& log_;
  OutputOptions options_;
  std::int64_t kept_bytes_ = 0;  // since the last sweep counted them, others' aside
};

}  // namespace oc::outputs
