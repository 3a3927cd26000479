#include "page/evaluate.h"

#include "base/text.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

std::string text_of(const json::object& from, std::string_view key) {
  return std::string{json::find_string(from, key).value_or("")};
}

Error exception_error(const json::object& details) {
  const json::object* exception = json::find_object(details, "exception");
  std::string what = exception ? text_of(*exception, "description") : "";
  if (what.empty() && exception) {
    if (const json::value* value = json::find(*exception, "value"))
      what = value->is_string() ? std::string{json::view(value->get_string())} : "a value that is no Error";
  }
  if (what.empty()) what = text_of(details, "text");
  std::int64_t line = json::find_integer(details, "lineNumber").value_or(0) + 1;
  std::int64_t column = json::find_integer(details, "columnNumber").value_or(0) + 1;
  // The first line says what; the stack below it names our own frames too.
  std::string message = std::string{split(what, '\n').front()};
  return {ErrorCode::script_error,
          cat(shorten(message, 2000), " (line ", line, ", column ", column, ")"),
          {},
          json::object{{"line", line}, {"column", column}}};
}

bool is_syntax_error(const json::object& details) {
  const json::object* exception = json::find_object(details, "exception");
  return exception && json::find_string(*exception, "className") == "SyntaxError";
}

// Objects stay in the browser: they are described there, where their prototypes are.
Task<Result<json::value>> describe(browser::Tab& tab, std::string object_id, Stop stop) {
  auto described =
      co_await tab.send("Runtime.callFunctionOn",
                        {{"objectId", object_id},
                         {"functionDeclaration",
                          cat("function(){return (", scripts::kDescribeValue.source, ")({value:this})}")},
                         {"returnByValue", true}},
                        stop);
  tab.session()->post("Runtime.releaseObject", {{"objectId", std::move(object_id)}});
  if (!described) co_return std::unexpected(std::move(described).error());
  const json::object& reply = described->as_object();
  if (const json::object* details = json::find_object(reply, "exceptionDetails"))
    co_return std::unexpected(exception_error(*details));
  const json::object* result = json::find_object(reply, "result");
  const json::value* value = result ? json::find(*result, "value") : nullptr;
  co_return value ? json::value(*value) : json::value(nullptr);
}

Task<Result<json::value>> value_of(browser::Tab& tab, const json::object& result, Stop stop) {
  if (auto id = json::find_string(result, "objectId")) return describe(tab, std::string{*id}, stop);
  auto plain = [](json::value value) -> Task<Result<json::value>> { co_return value; };
  if (auto exact = json::find_string(result, "unserializableValue")) return plain(json::value(*exact));
  const json::value* value = json::find(result, "value");
  return plain(value ? json::value(*value) : json::value(nullptr));
}

Task<Result<json::value>> attempt(browser::Tab& tab, std::string code, std::optional<std::int64_t> context,
                                  bool repl, Stop stop) {
  json::object params{{"expression", std::move(code)}, {"awaitPromise", true}, {"userGesture", true}};
  if (repl) params["replMode"] = true;  // top-level await, and let twice
  if (context) params["contextId"] = *context;
  auto outcome = co_await tab.send("Runtime.evaluate", std::move(params), stop);
  // Whatever still runs must not hold the tab for good.
  if (!outcome && outcome.error().code == ErrorCode::timeout && tab.session())
    tab.session()->post("Runtime.terminateExecution", {});
  co_return outcome;
}

}  // namespace

Task<Result<json::value>> evaluate(browser::Tab& tab, std::string code, ScriptWorld world, Stop stop) {
  std::optional<std::int64_t> context;
  if (world == ScriptWorld::isolated) {
    auto found = co_await tab.world(tab.target_id(), stop);
    if (!found) co_return std::unexpected(std::move(found).error());
    context = (*found)->context_id;
  }
  // The same text read in several ways; only one that is no JavaScript at all, and so did nothing, makes way
  // for the next: an object in braces, plain code, code with a top-level await or a name that is declared
  // again, and statements with a return, as in a function.
  struct Reading {
    std::string text;
    bool repl = false;
  };
  std::string_view trimmed = trim(code);
  std::vector<Reading> readings;
  if (trimmed.starts_with('{') && trimmed.ends_with('}')) readings.push_back({cat("(", trimmed, ")")});
  std::size_t plain = readings.size();
  readings.push_back({code});
  readings.push_back({code, true});
  if (code.find("return") != std::string::npos) readings.push_back({cat("(async()=>{", code, "\n})()")});

  std::optional<Error> problem;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    auto outcome = co_await attempt(tab, readings[i].text, context, readings[i].repl, stop);
    if (!outcome) co_return std::unexpected(std::move(outcome).error());
    const json::object& reply = outcome->as_object();
    const json::object* details = json::find_object(reply, "exceptionDetails");
    const json::object* result = json::find_object(reply, "result");
    if (!details && result) co_return co_await value_of(tab, *result, stop);
    if (!details) co_return json::value(nullptr);
    if (!problem || i == plain) problem = exception_error(*details);
    // Only text that never ran may be tried again.
    if (!is_syntax_error(*details)) co_return std::unexpected(exception_error(*details));
  }
  co_return std::unexpected(std::move(*problem));
}

}  // namespace oc::page
