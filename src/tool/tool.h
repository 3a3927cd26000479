// Tool: a spec, the schemas generated from its declaration, and the function that runs it.
//
// A tool is one file that defines one function returning a static Tool. Its arguments are a struct described
// by a json::Record; a tool that answers data describes its result the same way, and gets an output schema
// for it.
#pragma once
#include <concepts>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "json/record.h"
#include "tool/context.h"
#include "tool/output.h"
#include "tool/tool_spec.h"

// The one function that may run a tool; every other path would go around the pipeline.
namespace oc::dispatch {
struct Call;
class Next;
Task<Result<tool::ToolOutput>> invoke_tool(tool::Services&, Call&, Next);
}  // namespace oc::dispatch

namespace oc::tool {

using json::optional;
using json::Record;
using json::required;

struct NoArgs {};
inline const Record<NoArgs> kNoArgs{};

// Arguments after validation, of the tool's own type. A run gets a copy: a layer may run the tool again.
class DecodedArgs {
 public:
  DecodedArgs() = default;

 private:
  friend class Tool;
  explicit DecodedArgs(std::shared_ptr<void> args) : args_(std::move(args)) {}
  std::shared_ptr<void> args_;
};

class InvokeKey {
 public:
  static InvokeKey for_tests() { return {}; }

 private:
  InvokeKey() = default;
  friend Task<Result<ToolOutput>> oc::dispatch::invoke_tool(Services&, oc::dispatch::Call&,
                                                            oc::dispatch::Next);
};

class Tool {
 public:
  // A tool that answers text, pictures or JSON without a fixed shape.
  template <std::derived_from<ToolContext> Context, class Args>
  Tool(ToolSpec spec, const Record<Args>& params, Task<Result<ToolOutput>> (*run)(Context&, Args))
      : Tool(spec, Context::kNeeds, params, std::nullopt) {
    run_ = [run](ToolContext& context, std::shared_ptr<void> args) {
      // A copy: an observation may be made again with the same arguments.
      return run(static_cast<Context&>(context), Args(*static_cast<const Args*>(args.get())));
    };
  }

  // A tool that answers data: `result` is both its output schema and its encoding.
  template <std::derived_from<ToolContext> Context, class Args, class Out>
  Tool(ToolSpec spec, const Record<Args>& params, const Record<Out>& result,
       Task<Result<Out>> (*run)(Context&, Args))
      : Tool(spec, Context::kNeeds, params, result.schema(json::Strictness::allow_unknown)) {
    run_ = [run, &result](ToolContext& context, std::shared_ptr<void> args) {
      return encode_result(result,
                           run(static_cast<Context&>(context), Args(*static_cast<const Args*>(args.get()))));
    };
  }

  // A tool whose input schema says what a Record cannot: published as it stands, and the tool checks its
  // arguments itself.
  Tool(ToolSpec spec, json::object input_schema, Task<Result<ToolOutput>> (*run)(ToolContext&, json::object))
      : spec_(spec),
        is_verbatim_(true),
        input_schema_(std::move(input_schema)),
        decode_([](const json::object& arguments) -> Result<DecodedArgs> {
          return DecodedArgs{std::make_shared<json::object>(arguments)};
        }),
        run_([run](ToolContext& context, std::shared_ptr<void> args) {
          return run(context, json::object(*static_cast<const json::object*>(args.get())));
        }) {}

  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  const ToolSpec& spec() const { return spec_; }
  Needs needs() const { return needs_; }
  const json::object& input_schema() const { return input_schema_; }
  // The schema is published as it stands.
  bool is_verbatim() const { return is_verbatim_; }
  const std::optional<json::object>& output_schema() const { return output_schema_; }
  Effect effect_of(const json::object& arguments) const;
  // Arguments that layers take off before the tool sees its own.
  const std::vector<std::string>& common_names() const { return common_names_; }

  Result<DecodedArgs> decode(const json::object& arguments) const { return decode_(arguments); }
  Task<Result<ToolOutput>> invoke(InvokeKey, ToolContext& context, const DecodedArgs& args) const {
    return run_(context, args.args_);
  }

 private:
  template <class Args>
  Tool(ToolSpec spec, Needs needs, const Record<Args>& params, std::optional<json::object> output_schema)
      : spec_(spec),
        needs_(needs),
        input_schema_(params.schema(json::Strictness::refuse_unknown)),
        output_schema_(std::move(output_schema)),
        decode_([&params](const json::object& arguments) -> Result<DecodedArgs> {
          auto decoded = params.decode(arguments);
          if (!decoded) return std::unexpected(std::move(decoded).error());
          return DecodedArgs{std::make_shared<Args>(std::move(*decoded))};
        }) {
    publish_common_params();
  }

  template <class Out>
  static Task<Result<ToolOutput>> encode_result(const Record<Out>& record, Task<Result<Out>> running) {
    auto out = co_await std::move(running);
    if (!out) co_return std::unexpected(std::move(out).error());
    co_return ToolOutput::json(record.encode(*out));
  }

  void publish_common_params();

  ToolSpec spec_;
  Needs needs_ = Needs::nothing;
  bool is_verbatim_ = false;
  json::object input_schema_;
  std::optional<json::object> output_schema_;
  std::vector<std::string> common_names_;
  std::function<Result<DecodedArgs>(const json::object&)> decode_;
  std::function<Task<Result<ToolOutput>>(ToolContext&, std::shared_ptr<void>)> run_;
};

}  // namespace oc::tool
