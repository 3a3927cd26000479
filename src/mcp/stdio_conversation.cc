#include "mcp/stdio_conversation.h"

#include "mcp/batch.h"
#include "mcp/protocol.h"

namespace oc::mcp {
namespace {

// There is one conversation over stdio, whichever era it speaks.
constexpr const char* kCaller = "stdio";

}  // namespace

// May outlive the conversation: a task that reports its progress does.
class LineOutlet final : public rpc::Outlet {
 public:
  explicit LineOutlet(rpc::LineSink& sink) : sink_(&sink) {}
  void close() { sink_ = nullptr; }
  void reply(const json::value& id, const rpc::Answer& answer) override {
    if (sink_) sink_->write_line(rpc::write_answer(id, answer));
  }
  void send(std::string message) override {
    if (sink_) sink_->write_line(message);
  }
  bool can_send() const override { return sink_ != nullptr; }
  void drop() override {}

 private:
  rpc::LineSink* sink_;
};

StdioConversation::StdioConversation(Server& server, rpc::LineSink& sink, Nursery& nursery, Stop stop)
    : server_(server),
      sink_(sink),
      stop_(std::move(stop)),
      peer_(nursery),
      outlet_(std::make_shared<LineOutlet>(sink)) {}

StdioConversation::~StdioConversation() {
  outlet_->close();
}

void StdioConversation::on_line(std::string_view line) {
  line = trim(line);
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  if (line.empty()) return;
  auto parsed = rpc::parse_text(line);
  if (!parsed) return sink_.write_line(rpc::write_rejection(parsed.error()));
  if (parsed->is_array()) return on_batch(std::move(parsed->get_array()));
  on_message(std::move(*parsed));
}

void StdioConversation::on_overlong_line(std::size_t limit_bytes) {
  sink_.write_line(rpc::write_rejection(
      {{rpc::kInvalidRequest, cat("Invalid Request: a line may have at most ", limit_bytes, " bytes")}}));
}

void StdioConversation::on_batch(json::array&& messages) {
  // Before a handshake no revision has batches.
  Revision revision = era_ == Era::legacy ? session_.client.revision : kModern;
  if (auto refused = refuse_batch(messages, revision))
    return sink_.write_line(rpc::write_rejection({*refused}));
  auto write = [this](std::string text) {
    if (!text.empty()) sink_.write_line(text);
  };
  serve_batch(
      std::move(messages),
      {.on_request = [this](rpc::Request request,
                            std::shared_ptr<rpc::Outlet> outlet) { on_request(std::move(request), outlet); },
       .on_notification = [this](const rpc::Notification& notification) { on_notification(notification); },
       .on_response = [this](rpc::Response response) { peer_.settle(std::move(response)); },
       .on_done = write,
       .send = write});
}

void StdioConversation::on_message(json::value&& message) {
  auto read = rpc::read_message(std::move(message));
  if (!read) return sink_.write_line(rpc::write_rejection(read.error()));
  if (auto* request = std::get_if<rpc::Request>(&*read)) {
    on_request(std::move(*request), outlet_);
  } else if (auto* notification = std::get_if<rpc::Notification>(&*read)) {
    on_notification(*notification);
  } else {
    peer_.settle(std::get<rpc::Response>(std::move(*read)));
  }
}

void StdioConversation::on_request(rpc::Request&& request, const std::shared_ptr<rpc::Outlet>& outlet) {
  auto claim = read_claim(request.params);
  if (!claim) return outlet->reply(request.id, std::unexpected(claim.error()));
  if (*claim) {
    on_claimed(std::move(request), std::move(**claim), outlet);
  } else {
    on_unclaimed(std::move(request), outlet);
  }
}

void StdioConversation::on_claimed(rpc::Request&& request, Claim&& claim,
                                   const std::shared_ptr<rpc::Outlet>& outlet) {
  if (!is_modern(claim.version))
    return outlet->reply(request.id, std::unexpected(unsupported_version(claim.version)));
  // A probe does not decide: a client may ask what we speak and then shake hands.
  if (era_ == Era::open && request.method != "server/discover") era_ = Era::modern;
  const Method* method = server_.find(request.method, true);
  if (!method) return outlet->reply(request.id, std::unexpected(method_not_found(request.method)));
  serve(*method, std::move(request),
        {.client = std::move(claim.client), .caller = kCaller, .outlet = outlet});
}

void StdioConversation::on_unclaimed(rpc::Request&& request, const std::shared_ptr<rpc::Outlet>& outlet) {
  if (request.method == "initialize") return outlet->reply(request.id, initialize(request.params));
  if (era_ == Era::legacy) {
    const Method* method = server_.find(request.method, false);
    if (!method) return outlet->reply(request.id, std::unexpected(method_not_found(request.method)));
    return serve(*method, std::move(request),
                 {.client = session_.client,
                  .caller = kCaller,
                  .outlet = outlet,
                  .peer = &peer_,
                  .session = &session_});
  }
  if (era_ == Era::open && request.method == "ping") return outlet->reply(request.id, json::object{});
  bool unknown =
      !server_.find(request.method, true) && (era_ == Era::modern || !server_.find(request.method, false));
  if (unknown) return outlet->reply(request.id, std::unexpected(method_not_found(request.method)));
  outlet->reply(
      request.id,
      rpc_error(rpc::kInvalidParams,
                "Invalid params: missing required _meta keys (io.modelcontextprotocol/protocolVersion, "
                "io.modelcontextprotocol/clientCapabilities), or call initialize first"));
}

rpc::Answer StdioConversation::initialize(const json::object& params) {
  if (era_ == Era::modern)
    return std::unexpected(unsupported_version(json::find_string(params, "protocolVersion").value_or("")));
  if (era_ == Era::legacy) return rpc_error(rpc::kInvalidRequest, "Invalid Request: already initialized");
  auto handshake = server_.shake_hands(params);
  if (!handshake) return std::unexpected(handshake.error());
  era_ = Era::legacy;
  session_ = std::move(handshake->session);
  session_.outlet = outlet_;
  following_ = server_.follow(session_, [this](std::string_view method, json::object about) {
    sink_.write_line(rpc::write_notification(method, about));
  });
  return std::move(handshake->result);
}

void StdioConversation::on_notification(const rpc::Notification& notification) {
  // Everything else, initialized included, asks nothing of us.
  if (notification.method == "notifications/cancelled") cancel_named(peer_, notification.params);
}

void StdioConversation::serve(const Method& method, rpc::Request&& request, RequestContext context) {
  auto shared = std::make_shared<RequestContext>(std::move(context));
  peer_.serve(std::move(request), shared->outlet, stop_,
              [this, &method, shared](rpc::Request running, std::shared_ptr<rpc::Outlet>, Stop stop) {
                shared->stop = std::move(stop);
                return server_.serve(method, std::move(running), std::move(*shared));
              });
}

}  // namespace oc::mcp
