// BatchOutlet: the answers of a batch (revision 2025-03-26), sent as one array when all are there.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "rpc/transport.h"

namespace oc::mcp {

class BatchOutlet final : public rpc::Outlet {
 public:
  // `send_all` gets the array of answers, or an empty text when the batch asked for none.
  BatchOutlet(std::function<void(std::string message)> send_one,
              std::function<void(std::string array)> send_all)
      : send_one_(std::move(send_one)), send_all_(std::move(send_all)) {}

  void expect_reply() { ++open_; }
  // All messages of the batch have been handed out.
  void sealed() {
    sealed_ = true;
    finish_if_done();
  }

  void add(std::string answer) {
    answers_ += answers_.empty() ? "" : ",";
    answers_ += answer;
  }
  void reply(const json::value& id, const rpc::Answer& answer) override {
    add(rpc::write_answer(id, answer));
    --open_;
    finish_if_done();
  }
  void send(std::string message) override { send_one_(std::move(message)); }
  bool can_send() const override { return true; }
  void drop() override {
    --open_;
    finish_if_done();
  }

 private:
  void finish_if_done() {
    if (sealed_ && open_ == 0) send_all_(answers_.empty() ? "" : "[" + answers_ + "]");
  }

  std::function<void(std::string)> send_one_;
  std::function<void(std::string)> send_all_;
  std::string answers_;
  int open_ = 0;
  bool sealed_ = false;
};

}  // namespace oc::mcp
