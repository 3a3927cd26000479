// Reply: answers a request exactly once. Dropped without an answer it says so to the client, so that a
// request can never hang on a forgotten path; after a cancellation it stays silent.
#pragma once
#include <memory>

#include "rpc/transport.h"

namespace oc::rpc {

class Reply {
 public:
  Reply(json::value id, std::shared_ptr<Outlet> outlet) : id_(std::move(id)), outlet_(std::move(outlet)) {}
  Reply(Reply&&) = default;
  Reply& operator=(Reply&&) = delete;
  ~Reply();

  // REQUIRES: not answered and not dropped yet.
  void answer(const Answer& answer);
  void drop();

 private:
  json::value id_;
  std::shared_ptr<Outlet> outlet_;  // null once used
};

}  // namespace oc::rpc
