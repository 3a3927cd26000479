// `openchrome doctor`: is this machine fit to run openchrome? Each check has a deadline and, when it fails, a
// fix.
#pragma once
#include <string>
#include <vector>

#include "app/config.h"
#include "base/enum_words.h"
#include "base/task.h"
#include "json/json.h"

namespace oc::app {

enum class Verdict : std::uint8_t { ok, warn, fail };

struct Finding {
  std::string check;
  Verdict verdict = Verdict::ok;
  std::string detail;
  std::string fix = {};
};

Task<std::vector<Finding>> examine(const Config& config);

std::string findings_text(const std::vector<Finding>& findings, bool coloured);
json::object findings_json(const std::vector<Finding>& findings);
// 0 when nothing failed, else 1.
int run_doctor(const Config& config, bool as_json);

}  // namespace oc::app

template <>
struct oc::EnumWords<oc::app::Verdict> {
  static constexpr std::array<std::string_view, 3> words{"ok", "warn", "fail"};
};
