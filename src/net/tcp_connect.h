// connect_tcp(): a connected, close-on-exec TCP socket to a name or an address.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "net/socket.h"

namespace oc::net {

// Tries all addresses of the name in turn. Fails with network_failed or the stop's error.
Task<Result<Socket>> connect_tcp(std::string host, std::uint16_t port, Stop stop);

}  // namespace oc::net
