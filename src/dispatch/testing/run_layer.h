// Runs one layer with a `next` that the test writes, or a tool through a whole pipeline.
#pragma once
#include <array>

#include "dispatch/dispatcher.h"
#include "dispatch/layer.h"
#include "tool/testing/fake_services.h"
#include "tool/testing/sample_tools.h"

namespace oc::dispatch {

using LayerFunction = Task<Result<ToolOutput>> (*)(Services&, Call&, Next);

inline Result<ToolOutput> run_layer(tool::FakeServices& fake, LayerFunction layer, Call& call,
                                    LayerFunction next) {
  std::array<Layer, 1> rest{Layer{"next", "", next}};
  return fake.loop.run(layer(fake.services, call, Next{rest, fake.services}));
}

inline Call call_of(const tool::Tool& tool, json::object arguments, Stop stop = {}) {
  return {.tool = tool, .arguments = std::move(arguments), .ports = tool::silent_ports(std::move(stop))};
}

inline Task<Result<ToolOutput>> succeed(Services&, Call&, Next) {
  co_return ToolOutput::text("done");
}

}  // namespace oc::dispatch
