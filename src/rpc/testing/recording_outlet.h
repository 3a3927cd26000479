// RecordingOutlet: keeps what a request would have sent.
#pragma once
#include <string>
#include <vector>

#include "rpc/transport.h"

namespace oc::rpc {

class RecordingOutlet final : public Outlet {
 public:
  void reply(const json::value& id, const Answer& answer) override {
    replies.push_back(write_answer(id, answer));
  }
  void send(std::string message) override { sent.push_back(std::move(message)); }
  bool can_send() const override { return sendable; }
  void drop() override { ++dropped; }

  std::vector<std::string> replies;
  std::vector<std::string> sent;
  int dropped = 0;
  bool sendable = true;
};

}  // namespace oc::rpc
