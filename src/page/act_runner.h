// Performs one step of an instruction (act_grammar.h) with the hands, as one of the single tools would.
#pragma once
#include "page/act_grammar.h"
#include "page/hands.h"

namespace oc::page {

// Files of an upload must be paths that were allowed already.
Task<Result<Deed>> run_step(Scene scene, Step step, Stop stop);

}  // namespace oc::page
