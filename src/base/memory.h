// Memory that was needed once, for something large, goes back to the system instead of staying with the
// process.
#pragma once

namespace oc {

// Takes some milliseconds: for a worker.
void give_back_memory();

}  // namespace oc
