// Socket: a connected byte stream of any address family (TCP, or a Unix pair in tests).
#pragma once
#include <boost/asio/generic/stream_protocol.hpp>

namespace oc::net {

using Socket = boost::asio::generic::stream_protocol::socket;

}  // namespace oc::net
