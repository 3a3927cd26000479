#include "base/worker_pool.h"

namespace oc {

asio::thread_pool::executor_type WorkerPool::executor() {
  if (!pool_) pool_ = std::make_unique<asio::thread_pool>(threads_);
  return pool_->get_executor();
}

void WorkerPool::join() {
  if (pool_) pool_->join();
  pool_.reset();
}

}  // namespace oc
