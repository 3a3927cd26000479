// Tested by: tests/browser/javascript_test.mjs
#include "page/evaluate.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "json/write.h"
#include "page_scripts.h"

namespace oc::page {
namespace {

using namespace std::string_view_literals;

using json::text_of;

// "{code: 7, why: late}" of an object that is no Error.
std::string members_of(const json::object& exception) {
  const json::object* preview = json::find_object(exception, "preview");
  const json::array* members = preview ? json::find_array(*preview, "properties") : nullptr;
  std::string out;
  for (std::size_t i = 0; members && i < members->size(); ++i) {
    const json::object& member = (*members)[i].as_object();
    out += cat(out.empty() ? "" : ", ", text_of(member, "name"), ": ", text_of(member, "value"));
  }
  return out.empty() ? "" : cat(" {", out, "}");
}

// What was thrown, in one line.
std::string thrown_text(const json::object& details) {
  const json::object* exception = json::find_object(details, "exception");
  if (!exception) return text_of(details, "text");
  std::string what = text_of(*exception, "description");
  const json::value* value = json::find(*exception, "value");
  if (what.empty() && value) what = value->is_string() ? text_of(*exception, "value") : json::write(*value);
  if (json::find_string(*exception, "subtype") != "error")
    what = cat("thrown: ", what, members_of(*exception));
  if (what.empty()) what = text_of(details, "text");
  // The first line says what; the stack below it names our own frames too.
  return shorten(split(what, '\n').front(), 2000);
}

struct Place {
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::string url;
};

// Of text that is no JavaScript. The same error thrown by code that ran has a stack, or is of no script.
bool is_compile_error(const json::object& details) {
  const json::object* exception = json::find_object(details, "exception");
  return exception && json::find_string(*exception, "className") == "SyntaxError" &&
         json::find(details, "scriptId") && !json::find(details, "stackTrace");
}

// "… at <anonymous>:2:10" → line 2, column 10.
std::optional<Place> written_place(std::string_view stack) {
  constexpr std::string_view kCode = "<anonymous>:";
  std::size_t at = stack.find(kCode);
  if (at == std::string_view::npos) return std::nullopt;
  stack.remove_prefix(at + kCode.size());
  Place place;
  auto line = std::from_chars(stack.data(), stack.data() + stack.size(), place.line);
  if (line.ec != std::errc{} || line.ptr == stack.data() + stack.size()) return std::nullopt;
  auto column = std::from_chars(line.ptr + 1, stack.data() + stack.size(), place.column);
  return column.ec == std::errc{} ? std::optional{place} : std::nullopt;
}

// Where in the code it happened; else where in the page's own. Nothing for a promise that was rejected with a
// value.
std::optional<Place> place_of(const json::object& details) {
  auto counted = [](const json::object& from, std::string url) {
    return Place{json::find_integer(from, "lineNumber").value_or(0) + 1,
                 json::find_integer(from, "columnNumber").value_or(0) + 1, std::move(url)};
  };
  const json::object* trace = json::find_object(details, "stackTrace");
  const json::array* frames = trace ? json::find_array(*trace, "callFrames") : nullptr;
  if (frames && !frames->empty()) {
    // The code itself is at the bottom of the stack; the topmost of its functions is where it happened.
    std::string own = text_of(frames->back().as_object(), "scriptId");
    for (const json::value& frame : *frames) {
      if (text_of(frame.as_object(), "scriptId") == own)
        return counted(frame.as_object(), text_of(frame.as_object(), "url"));
    }
  }
  if (is_compile_error(details)) return counted(details, "");
  // What the browser itself throws tells its place only in the words of its stack.
  const json::object* exception = json::find_object(details, "exception");
  return exception ? written_place(text_of(*exception, "description")) : std::nullopt;
}

// `prefix`: characters that we put before the first line.
Error exception_error(const json::object& details, std::size_t prefix) {
  Error error{ErrorCode::script_error, thrown_text(details)};
  auto place = place_of(details);
  if (!place) return error;
  if (place->url.empty() && place->line == 1)
    place->column = std::max<std::int64_t>(place->column - static_cast<std::int64_t>(prefix), 1);
  std::string where = place->url.empty() ? "" : cat(shorten(place->url, 200), " ");
  error.message += cat(" (", where, "line ", place->line, ", column ", place->column, ")");
  json::object found{{"line", place->line}, {"column", place->column}};
  if (!place->url.empty()) found["url"] = place->url;
  error.details = std::move(found);
  return error;
}

// Whatever still runs when nobody waits for it any more must not hold the tab for good.
void end_if_left(browser::Tab& tab, const Result<json::value>& outcome, const Stop& stop) {
  if (!outcome && stop.requested() && tab.session()) tab.session()->post("Runtime.terminateExecution", {});
}

// Objects stay in the browser: they are described there, where their prototypes are. That runs code of the
// page: getters, toJSON, iterators.
Task<Result<json::value>> describe(browser::Tab& tab, std::string object_id, ValueSize size, Stop stop) {
  std::string_view limits = size == ValueSize::whole ? ",maxItems:1e9,maxText:1e9" : "";
  auto described = co_await tab.send(
      "Runtime.callFunctionOn",
      {{"objectId", object_id},
       {"functionDeclaration",
        cat("function(){return (", scripts::kDescribeValue.source, ")({value:this", limits, "})}")},
       {"returnByValue", true}},
      stop);
  end_if_left(tab, described, stop);
  if (tab.session()) tab.session()->post("Runtime.releaseObject", {{"objectId", std::move(object_id)}});
  if (!described) co_return std::unexpected(std::move(described).error());
  const json::object& reply = described->as_object();
  if (const json::object* details = json::find_object(reply, "exceptionDetails"))
    co_return std::unexpected(exception_error(*details, 0));
  const json::object* result = json::find_object(reply, "result");
  const json::value* value = result ? json::find(*result, "value") : nullptr;
  co_return value ? json::value(*value) : json::value(nullptr);
}

Task<Result<json::value>> value_of(browser::Tab& tab, const json::object& result, ValueSize size, Stop stop) {
  if (auto id = json::find_string(result, "objectId")) return describe(tab, std::string{*id}, size, stop);
  auto plain = [](json::value value) -> Task<Result<json::value>> { co_return value; };
  if (auto exact = json::find_string(result, "unserializableValue")) return plain(json::value(*exact));
  const json::value* value = json::find(result, "value");
  return plain(value ? json::value(*value) : json::value(nullptr));
}

// One of the ways to read the same text.
struct Reading {
  std::string before;
  std::string after;
};

// Only with these a text needs the browser's mode for consoles, in which everything takes longer: top-level
// await, and names that are declared again.
bool needs_console_mode(std::string_view code) {
  return std::ranges::any_of(std::array{"await"sv, "let"sv, "const"sv, "class"sv},
                             [&](std::string_view word) { return code.find(word) != code.npos; });
}

Task<Result<json::value>> attempt(browser::Tab& tab, std::string code, std::optional<std::int64_t> context,
                                  Stop stop) {
  json::object params;
  if (needs_console_mode(code)) params = {{"replMode", true}, {"awaitPromise", true}};
  params["expression"] = std::move(code);
  if (context) params["contextId"] = *context;
  auto outcome = co_await tab.send_deed("Runtime.evaluate", std::move(params), stop);
  if (outcome) {
    // That mode awaits what the code awaits, not what it leaves behind; other code has no promise most of the
    // time, and to be asked for one costs.
    const json::object* result = json::find_object(outcome->as_object(), "result");
    std::string promise =
        result && json::find_string(*result, "subtype") == "promise" ? text_of(*result, "objectId") : "";
    if (!promise.empty())
      outcome = co_await tab.send("Runtime.awaitPromise", {{"promiseObjectId", std::move(promise)}}, stop);
  }
  end_if_left(tab, outcome, stop);
  co_return outcome;
}

// An object in braces, plain code, code that declares names which the page has for itself, and statements
// with a return, as in a function.
std::vector<Reading> readings_of(std::string_view code) {
  std::string_view trimmed = trim(code);
  std::vector<Reading> readings;
  if (trimmed.starts_with('{') && trimmed.ends_with('}')) readings.push_back({"(", "\n)"});
  readings.push_back({"", ""});
  readings.push_back({"{", "\n}"});
  if (code.find("return") != std::string_view::npos) readings.push_back({"(async()=>{", "\n})()"});
  return readings;
}

}  // namespace

Task<Result<json::value>> evaluate(browser::Tab& tab, std::string code, ScriptWorld world, ValueSize size,
                                   Stop stop) {
  std::optional<std::int64_t> context;
  if (world == ScriptWorld::isolated) {
    auto found = co_await tab.world(tab.target_id(), stop);
    if (!found) co_return std::unexpected(std::move(found).error());
    context = (*found)->context_id;
  }
  std::optional<Error> problem;
  for (const Reading& reading : readings_of(code)) {
    auto outcome = co_await attempt(tab, cat(reading.before, code, reading.after), context, stop);
    if (!outcome) co_return std::unexpected(std::move(outcome).error());
    const json::object& reply = outcome->as_object();
    const json::object* details = json::find_object(reply, "exceptionDetails");
    const json::object* result = json::find_object(reply, "result");
    if (!details && result) co_return co_await value_of(tab, *result, size, stop);
    if (!details) co_return json::value(nullptr);
    // The complaint about the text as it stands is the one that helps.
    if (!problem || reading.before.empty()) problem = exception_error(*details, reading.before.size());
    // Only text that never ran may be tried again.
    if (!is_compile_error(*details))
      co_return std::unexpected(exception_error(*details, reading.before.size()));
  }
  co_return std::unexpected(std::move(*problem));
}

}  // namespace oc::page
