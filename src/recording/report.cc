#include "recording/report.h"

#include <map>

#include "base/encoding.h"
#include "base/text.h"
#include "base/time_format.h"
#include "json/write.h"

namespace oc::recording {
namespace {

constexpr std::size_t kMostPictureBytes = std::size_t{32} * 1024 * 1024;

// Nothing may run and nothing may be fetched, whatever gets in.
constexpr std::string_view kPolicy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

constexpr std::string_view kStyle =
    "body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#222}"
    "h1{font-size:1.4rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;"
    "padding:.3rem .6rem;border-bottom:1px solid #ddd}td{overflow-wrap:anywhere}.time{white-space:nowrap;"
    "font-variant-numeric:tabular-nums;color:#666}.kind{white-space:nowrap}.bad{color:#b00020}.quiet{color:#"
    "666}"
    "code{font:12px/1.4 ui-monospace,monospace;white-space:pre-wrap}img{max-width:100%;margin-top:.4rem;"
    "border:1px solid #ccc}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem "
    "1rem}dt{color:#666}"
    "dd{margin:0}";

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string text_of(const json::object& entry, std::string_view name) {
  return std::string{json::find_string(entry, name).value_or("")};
}

// "+1:02.345" since the start.
std::string offset_text(std::int64_t ms) {
  ms = std::max<std::int64_t>(ms, 0);
  auto padded = [](std::int64_t number, std::size_t width) {
    std::string digits = cat(number);
    return digits.size() < width ? cat(std::string(width - digits.size(), '0'), digits) : digits;
  };
  return cat("+", ms / 60'000, ":", padded(ms / 1000 % 60, 2), ".", padded(ms % 1000, 3));
}

std::string number_of(const json::object& entry, std::string_view name) {
  const json::value* found = json::find(entry, name);
  return found && found->is_number() ? json::write(*found) : std::string{};
}

std::string call_html(const json::object& entry) {
  std::string outcome = text_of(entry, "outcome");
  const json::value* args = json::find(entry, "args");
  std::string code = text_of(entry, "error_code");
  std::string out =
      cat("<b>", escaped(text_of(entry, "tool")), "</b> ",
          outcome == "ok" ? "<span class=quiet>ok</span>"
                          : cat("<span class=bad>", escaped(code.empty() ? outcome : code), "</span>"),
          " <span class=quiet>", escaped(number_of(entry, "duration_ms")), " ms</span>");
  if (args && !json::is_empty(*args)) out += cat("<br><code>", escaped(json::write(*args)), "</code>");
  std::string title = text_of(entry, "title");
  std::string url = text_of(entry, "url");
  if (!url.empty())
    out += cat("<br><span class=quiet>", escaped(title), title.empty() ? "" : " — ", escaped(url), "</span>");
  return out;
}

std::string request_html(const json::object& entry) {
  std::string status = number_of(entry, "status");
  std::string error = text_of(entry, "error");
  bool is_bad = !error.empty() || (status.size() == 3 && status[0] >= '4');
  return cat(escaped(text_of(entry, "method")), " ", escaped(text_of(entry, "url")),
             " <span class=", is_bad ? "bad" : "quiet", ">", escaped(error.empty() ? status : error),
             "</span>");
}

std::string console_html(const json::object& entry) {
  std::string level = text_of(entry, "level");
  return cat("<span class=", level == "error" ? "bad" : "quiet", ">", escaped(level), "</span> <code>",
             escaped(text_of(entry, "text")), "</code> <span class=quiet>",
             escaped(text_of(entry, "location")), "</span>");
}

std::string input_html(const json::object& entry) {
  std::string what = text_of(entry, "event");
  if (std::string key = text_of(entry, "key"); !key.empty()) what += cat(" ", key);
  std::string more;
  if (auto count = json::find_integer(entry, "characters")) more = cat(*count, " characters");
  if (const json::value* value = entry.if_contains("value"))
    more = value->is_string() ? text_of(entry, "value") : json::write(*value);
  return cat(escaped(what), " <code>", escaped(text_of(entry, "tag")), "</code> ",
             escaped(text_of(entry, "name")), " <span class=quiet>", escaped(more), "</span>");
}

std::string detail_html(const json::object& entry) {
  std::string kind = text_of(entry, "kind");
  if (kind == "tool_call") return call_html(entry);
  if (kind == "network") return request_html(entry);
  if (kind == "console") return console_html(entry);
  if (kind == "input") return input_html(entry);
  return escaped(text_of(entry, "url"));
}

std::string summary_html(const Metadata& metadata) {
  std::string out = "<dl>";
  auto row = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out += cat("<dt>", name, "</dt><dd>", escaped(value), "</dd>");
  };
  row("Recording", metadata.recording_id);
  row("Workspace", metadata.workspace);
  row("Tab", metadata.tab_id.value_or(""));
  row("Started", iso8601(metadata.started_at));
  if (metadata.ended_at) row("Ended", iso8601(*metadata.ended_at));
  row("Ended by", metadata.ended_by ? word_of(*metadata.ended_by) : metadata.status());
  row("Error", metadata.error.value_or(""));
  row("Entries", cat(metadata.tool_calls, " tool calls, ", metadata.navigations, " navigations, ",
                     metadata.inputs, " inputs, ", metadata.console, " console, ", metadata.network,
                     " network, ", metadata.pictures, " pictures"));
  if (metadata.dropped > 0) row("Left out", cat(metadata.dropped, " entries beyond the limits"));
  return out + "</dl>";
}

class Pictures {
 public:
  Pictures(const std::vector<json::value>& entries, const PictureSource& source) : source_(source) {
    for (const json::value& one : entries) {
      const json::object* entry = one.if_object();
      if (!entry || text_of(*entry, "kind") != "screenshot") continue;
      if (auto of = json::find_integer(*entry, "of")) files_[*of] = text_of(*entry, "file");
    }
  }

  std::string html_for(const json::object& entry) {
    auto found = files_.find(json::find_integer(entry, "seq").value_or(-1));
    if (found == files_.end()) return {};
    std::optional<std::string> bytes;
    if (shown_ < kMostPictureBytes) bytes = source_(found->second);
    if (!bytes) return cat("<br><span class=quiet>picture ", escaped(found->second), "</span>");
    shown_ += bytes->size();
    return cat("<br><img alt=\"", escaped(found->second), "\" src=\"data:image/webp;base64,",
               base64_encode(*bytes), "\">");
  }

 private:
  const PictureSource& source_;
  std::map<std::int64_t, std::string> files_;  // number of the entry → name
  std::size_t shown_ = 0;
};

}  // namespace

std::string report_html(const Metadata& metadata, const std::vector<json::value>& entries,
                        const PictureSource& source) {
  std::string title = escaped(metadata.label.value_or(cat("Recording ", metadata.recording_id)));
  std::string out = cat(
      "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta http-equiv=\"Content-Security-Policy\" "
      "content=\"",
      kPolicy, "\"><title>", title, "</title><style>", kStyle, "</style></head><body>\n<h1>", title,
      "</h1>\n", summary_html(metadata),
      "\n<table><tr><th>Time</th><th>Tab</th><th>What</th><th></th></tr>\n");
  Pictures pictures{entries, source};
  for (const json::value& one : entries) {
    const json::object* entry = one.if_object();
    if (!entry || text_of(*entry, "kind") == "screenshot") continue;
    std::int64_t ts = json::find_integer(*entry, "ts").value_or(metadata.started_at);
    out += cat("<tr><td class=time title=\"", iso8601(ts), "\">", offset_text(ts - metadata.started_at),
               "</td><td>", escaped(text_of(*entry, "tabId")), "</td><td class=kind>",
               escaped(text_of(*entry, "kind")), "</td><td>", detail_html(*entry), pictures.html_for(*entry),
               "</td></tr>\n");
  }
  return out + "</table></body></html>\n";
}

}  // namespace oc::recording
