// Small tools for tests of the framework, the pipeline and the protocol.
#pragma once
#include "tool/tool.h"

namespace oc::tool::samples {

// echo {text, times=1}: observation, answers text.
const Tool& echo();
// add {a, b}: management, answers data {sum}.
const Tool& add();
// wait_forever {}: observation that only ends with its stop.
const Tool& wait_forever();
// fail_with {code}: an error of that code; "throw" throws.
const Tool& fail_with();

// look {}: observes a tab; says its id.
const Tool& look();
// press {}: acts on a tab; says its id.
const Tool& press();
// go {fresh=false}: opens a tab where there is none, or when asked to.
const Tool& go();

// count_to {n, fail_at=0, hold_after=0}: long work. Each number is a unit; at fail_at it fails, after
// hold_after it does nothing more until it is stopped. Answers {"numbers": […]}.
const Tool& count_to();

// wonder: long work that asks for a name, under the key "name", and greets.
const Tool& wonder();

}  // namespace oc::tool::samples
