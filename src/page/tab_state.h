// What a person has done to a page and would lose with it: its scrolling and the values of its fields,
// gathered and put back. Of the main frame; passwords and files are only counted.
#pragma once
#include "page/script_runner.h"

namespace oc::page {

// What gather_state.js answers: {scroll: {x, y}, fields: [{path, kind, name, value}], passwords, files,
// left_out}.
Task<Result<json::object>> gather_state(browser::Tab& tab, Stop stop);
// What restore_state.js answers: {restored, kept, failed: [{name, why}], scroll: {x, y}}.
Task<Result<json::object>> restore_state(browser::Tab& tab, json::value scroll, json::value fields,
                                         Stop stop);

}  // namespace oc::page
