#include "mcp/batch.h"

#include <algorithm>

#include "mcp/client.h"

namespace oc::mcp {
namespace {

constexpr std::size_t kMostMessages = 100;

class BatchOutlet final : public rpc::Outlet {
 public:
  explicit BatchOutlet(BatchHandlers handlers) : handlers_(std::move(handlers)) {}

  const BatchHandlers& handlers() const { return handlers_; }
  void expect_reply() { ++open_; }
  // All messages of the batch have been handed out.
  void seal() {
    sealed_ = true;
    finish_if_done();
  }
  void add(std::string_view answer) {
    if (!answers_.empty()) answers_ += ',';
    answers_ += answer;
  }

  void reply(const json::value& id, const rpc::Answer& answer) override {
    add(rpc::write_answer(id, answer));
    drop();
  }
  void send(std::string message) override {
    if (handlers_.send) handlers_.send(std::move(message));
  }
  bool can_send() const override { return static_cast<bool>(handlers_.send); }
  void drop() override {
    --open_;
    finish_if_done();
  }

 private:
  void finish_if_done() {
    if (sealed_ && open_ == 0) handlers_.on_done(answers_.empty() ? "" : cat("[", answers_, "]"));
  }

  BatchHandlers handlers_;
  std::string answers_;
  int open_ = 0;
  bool sealed_ = false;
};

}  // namespace

std::optional<rpc::ErrorObject> refuse_batch(const json::array& messages, Revision revision) {
  auto refusal = [](std::string_view why) {
    return rpc::ErrorObject{rpc::kInvalidRequest, cat("Invalid Request: ", why)};
  };
  if (!facts(revision).batches) return refusal("batches are not supported here");
  if (messages.empty()) return refusal("an empty batch");
  if (messages.size() > kMostMessages)
    return refusal(cat("a batch may have at most ", kMostMessages, " messages"));
  if (std::ranges::any_of(messages, has_claim))
    return refusal("requests of the stateless revision cannot be in a batch");
  return std::nullopt;
}

void serve_batch(json::array&& messages, BatchHandlers handlers) {
  auto outlet = std::make_shared<BatchOutlet>(std::move(handlers));
  for (json::value& item : messages) {
    auto message = rpc::read_message(std::move(item));
    if (!message) {
      outlet->add(rpc::write_rejection(message.error()));
    } else if (auto* request = std::get_if<rpc::Request>(&*message)) {
      outlet->expect_reply();
      outlet->handlers().on_request(std::move(*request), outlet);
    } else if (auto* notification = std::get_if<rpc::Notification>(&*message)) {
      outlet->handlers().on_notification(*notification);
    } else {
      outlet->handlers().on_response(std::get<rpc::Response>(std::move(*message)));
    }
  }
  outlet->seal();
}

}  // namespace oc::mcp
