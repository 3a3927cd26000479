// StdioConversation: MCP over lines, both eras on the same stream.
//
// The first message that tells decides the era ("latch"): a handshake makes it legacy, a request with a claim
// modern. Requests with a claim are served in either case; what the latch rules is unsolicited output and
// messages without a claim. Lines are read strictly in order; requests then run side by side.
#pragma once
#include <memory>
#include <optional>

#include "mcp/server.h"
#include "rpc/peer.h"
#include "rpc/transport.h"

namespace oc::mcp {

class LineOutlet;

class StdioConversation final : public rpc::LineHandler {
 public:
  StdioConversation(Server& server, rpc::LineSink& sink, Nursery& nursery, Stop stop);
  StdioConversation(const StdioConversation&) = delete;
  StdioConversation& operator=(const StdioConversation&) = delete;
  ~StdioConversation() override;

  void on_line(std::string_view line) override;
  void on_overlong_line(std::size_t limit_bytes) override;
  // Ends what still runs; requests in flight are answered, streams are closed.
  void stop(StopReason reason) { peer_.stop_all(reason); }
  std::size_t running() const { return peer_.running(); }

 private:
  enum class Era : std::uint8_t { open, legacy, modern };

  void on_batch(json::array&& messages);
  void on_message(json::value&& message);
  void on_request(rpc::Request&& request, const std::shared_ptr<rpc::Outlet>& outlet);
  void on_claimed(rpc::Request&& request, Claim&& claim, const std::shared_ptr<rpc::Outlet>& outlet);
  void on_unclaimed(rpc::Request&& request, const std::shared_ptr<rpc::Outlet>& outlet);
  void on_notification(const rpc::Notification& notification);
  rpc::Answer initialize(const json::object& params);
  void serve(const Method& method, rpc::Request&& request, RequestContext context);

  Server& server_;
  rpc::LineSink& sink_;
  Stop stop_;
  rpc::Peer peer_;
  std::shared_ptr<LineOutlet> outlet_;
  Era era_ = Era::open;
  Session session_;
  SubscriptionHub::Subscription following_;
};

}  // namespace oc::mcp
