#include "rpc/reply.h"

#include <cassert>

namespace oc::rpc {

Reply::~Reply() {
  if (outlet_)
    answer(
        std::unexpected(ErrorObject{kInternalError, "Internal error: the request ended without an answer"}));
}

void Reply::answer(const Answer& answer) {
  assert(outlet_ && "a request is answered once");
  if (auto outlet = std::move(outlet_)) outlet->reply(id_, answer);
}

void Reply::drop() {
  if (auto outlet = std::move(outlet_)) outlet->drop();
}

}  // namespace oc::rpc
