// Fuzz target: any JSON as the arguments of a tool. Decoding either gives a struct that encodes to arguments
// which decode to the same, or an error that names what is wrong; redaction and the journal's summary stay
// bounded and valid.
#include <cstdint>
#include <cstdlib>

#include "json/parse.h"
#include "json/record.h"
#include "json/redact.h"
#include "json/write.h"

namespace {

enum class Mode : std::uint8_t { ax, dom };

struct Step {
  std::string action;
  std::optional<double> wait;
  static const oc::json::Record<Step>& record() {
    static const oc::json::Record<Step> fields{oc::json::required("action", &Step::action),
                                               oc::json::optional("wait", &Step::wait)};
    return fields;
  }
};

struct Args {
  std::string selector;
  int depth = 3;
  std::int64_t since = 0;
  bool all = false;
  std::vector<Step> steps;
  std::map<std::string, std::int64_t> counts;
  std::optional<oc::json::object> schema;
};

const oc::json::Record<Args>& args() {
  using namespace oc::json;
  static const Record<Args> fields{
      required("selector", &Args::selector).max_length(50),
      optional("maxDepth", &Args::depth).range(0, 20),
      optional("since", &Args::since),
      optional("all", &Args::all),
      optional("steps", &Args::steps).max_items(5),
      optional("counts", &Args::counts),
      optional("schema", &Args::schema),
  };
  return fields;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace oc;
  auto parsed = json::parse({reinterpret_cast<const char*>(data), size}, {.max_depth = 128});
  if (!parsed || !parsed->is_object()) return 0;
  auto decoded = args().decode(parsed->get_object());
  if (decoded) {
    json::object encoded = args().encode(*decoded);
    auto again = args().decode(encoded);
    if (!again || json::write(args().encode(*again)) != json::write(encoded)) std::abort();
  } else if (decoded.error().message.empty() || !is_valid_utf8(json::write(decoded.error().details))) {
    std::abort();
  }
  std::string summary = json::arguments_summary(parsed->get_object());
  if (summary.size() > 2048 || !json::parse(summary)) std::abort();
  return 0;
}
