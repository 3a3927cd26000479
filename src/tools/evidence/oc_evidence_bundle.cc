// oc_evidence_bundle — what the page is like now, as files with a manifest and one archive of them all.
// Tested by: tests/browser/evidence_test.mjs
#include "base/time_format.h"
#include "page/evidence.h"
#include "page/queries.h"
#include "store/bundle.h"
#include "store/dated_id.h"
#include "tool/tool.h"

namespace oc::tools {
namespace {

using namespace oc::tool;
using page::EvidencePart;

struct Args {
  std::vector<EvidencePart> include;
  std::int64_t network_window_ms = 5000;
  std::optional<json::object> evidence;
};

const Record<Args> kParams{
    optional("include", &Args::include, "Default: all.").max_items(6),
    optional("network_window_ms", &Args::network_window_ms, "Requests of the last so many ms.")
        .range(0, 86'400'000),
    optional("evidence", &Args::evidence, "Parts captured before, to write instead of the page's."),
};

// Each once, in the order in which they are taken: what moves on by itself first.
std::vector<EvidencePart> wanted_parts(const Args& args) {
  std::vector<EvidencePart> out;
  for (EvidencePart part : {EvidencePart::screenshot, EvidencePart::dom, EvidencePart::ax,
                            EvidencePart::console, EvidencePart::network, EvidencePart::cookies_meta}) {
    bool asked = args.include.empty() || std::ranges::find(args.include, part) != args.include.end();
    // Of what was handed in nothing is missing that nobody asked for.
    bool absent = args.evidence && args.include.empty() && !args.evidence->contains(word_of(part));
    if (asked && !absent) out.push_back(part);
  }
  return out;
}

Result<void> check_evidence(const json::object& evidence) {
  for (const auto& member : evidence) {
    if (member.key() == "page" || from_word<EvidencePart>(member.key())) continue;
    std::string names = "page";
    for (std::string_view word : EnumWords<EvidencePart>::words) names += cat(", ", word);
    return fail(ErrorCode::invalid_arguments,
                cat("evidence has '", shorten(one_line(member.key()), 80), "', which is none of: ", names));
  }
  return {};
}

json::object error_json(const Error& error) {
  return {{"code", error.word()}, {"message", error.message}};
}

class BundleRun {
 public:
  BundleRun(TabContext& context, Args args, std::shared_ptr<store::Bundle> bundle)
      : context_(context),
        args_(std::move(args)),
        bundle_(std::move(bundle)),
        began_ms_(context.clock().now_ms()),
        options_{.sanitize = context.services().pages.sanitize,
                 .network_since_ms = began_ms_ - args_.network_window_ms} {}

  Task<Result<ToolOutput>> run() {
    if (!args_.evidence) co_await note_page();
    std::vector<EvidencePart> parts = wanted_parts(args_);
    for (EvidencePart part : parts) {
      json::object line = co_await take(part);
      if (context_.stop().requested() && line.contains("error")) break;
      OC_CO_TRY(co_await context_.emit_item(json::object{{"bundle_id", bundle_->id()}, {"part", line}}));
      parts_.push_back(std::move(line));
      bool goes_on = context_.keep_going({.done = static_cast<double>(parts_.size()),
                                          .total = static_cast<double>(parts.size()),
                                          .message = std::string{word_of(part)}});
      if (!goes_on) break;
    }
    bool is_whole = parts_.size() == parts.size();
    auto size = co_await finish(is_whole);
    if (!size) co_return std::unexpected(std::move(size).error());
    ToolOutput output = ToolOutput::json(json::object{{"bundle_id", bundle_->id()},
                                                      {"path", bundle_->archive()},
                                                      {"folder", bundle_->folder()},
                                                      {"size_bytes", *size},
                                                      {"parts", parts_}});
    if (!is_whole) output.stopped = context_.stop().reason();
    co_return output;
  }

 private:
  Task<void> note_page() {
    auto state = co_await page::page_state(context_.tab(), context_.stop());
    if (!state) co_return;
    context_.captured_as(browser::PageMode::html, *state);
    page_ = std::move(*state);
  }

  // {part, name, bytes, sha256}, or {part, error}: one that fails does not end the others.
  Task<json::object> take(EvidencePart part) {
    json::object line{{"part", word_of(part)}};
    auto taken = co_await evidence_of(part);
    if (!taken) {
      line["error"] = error_json(taken.error());
      co_return line;
    }
    auto evidence = std::make_shared<const page::Evidence>(std::move(*taken));
    context_.dropped_hidden_texts(evidence->hidden_texts);
    removed_ += evidence->removed;
    auto written = co_await context_.services().pool.run(
        [bundle = bundle_, evidence] { return bundle->add(evidence->name, evidence->bytes); });
    if (!written) {
      line["error"] = error_json(written.error());
      co_return line;
    }
    for (auto& member : written->json()) line[member.key()] = std::move(member.value());
    if (evidence->cut) line["cut"] = true;
    co_return line;
  }

  Task<Result<page::Evidence>> evidence_of(EvidencePart part) {
    if (!args_.evidence) {
      co_return co_await page::capture_evidence(context_.browser(), context_.tab(), part, options_,
                                                context_.stop());
    }
    const json::value* given = args_.evidence->if_contains(word_of(part));
    if (!given) co_return fail(ErrorCode::invalid_arguments, "the evidence handed in has no such part");
    co_return page::evidence_from(part, *given, options_);
  }

  Task<Result<std::uint64_t>> finish(bool is_whole) {
    json::object manifest{{"bundle_id", bundle_->id()},
                          {"captured_at", iso8601(began_ms_)},
                          {"finished_at", iso8601(context_.clock().now_ms())},
                          {"source", args_.evidence ? "evidence" : "page"},
                          {"page", page_json()},
                          {"parts", parts_}};
    if (!is_whole) manifest["stopped"] = word_of(context_.stop().reason());
    bool moved = page_ && context_.tab().navigation().loader_id() != page_->loader_id;
    if (moved) manifest["page_changed"] = true;  // while it was captured: parts may be of the next one
    std::string said = page::describe(removed_, 0);
    if (!said.empty()) manifest["sanitizer"] = said;
    co_return co_await context_.services().pool.run(
        [bundle = bundle_, manifest, at = began_ms_] { return bundle->finish(manifest, at); });
  }

  json::value page_json() const {
    if (args_.evidence) {
      const json::value* given = args_.evidence->if_contains("page");
      return given ? *given : json::value(nullptr);
    }
    if (!page_) return json::object{{"tabId", context_.tab().id()}, {"url", context_.tab().url()}};
    return json::object{{"tabId", context_.tab().id()},
                        {"url", page::sanitize_line(page_->url)},
                        {"title", page::sanitize_line(page_->title)},
                        {"loaderId", page_->loader_id},
                        {"revision", page_->revision}};
  }

  TabContext& context_;
  Args args_;
  std::shared_ptr<store::Bundle> bundle_;
  std::int64_t began_ms_;
  page::EvidenceOptions options_;
  std::optional<browser::PageState> page_;
  json::array parts_;
  page::SanitizeCounts removed_;
};

Task<Result<ToolOutput>> run(TabContext& context, Args args) {
  if (args.evidence) OC_CO_TRY(check_evidence(*args.evidence));
  std::string root = store::path_in(context.services().home, "bundles");
  auto bundle = std::make_shared<store::Bundle>(context.services().files, root,
                                                store::dated_id(context.clock().now_ms()));
  auto made = co_await context.services().pool.run([bundle] { return bundle->create(); });
  if (!made) co_return std::unexpected(std::move(made).error());
  BundleRun bundle_run{context, std::move(args), bundle};
  co_return co_await bundle_run.run();
}

json::value from_items(json::array units) {
  json::object out;
  json::array parts;
  for (json::value& unit : units) {
    out["bundle_id"] = unit.at("bundle_id");
    parts.push_back(std::move(unit.at("part")));
  }
  out["parts"] = std::move(parts);
  return out;
}

}  // namespace

const Tool& oc_evidence_bundle() {
  static const Tool tool{
      {.name = "oc_evidence_bundle",
       .title = "Evidence bundle",
       .summary = "Write picture, DOM, network, console and more of the page to an archive.",
       .use_when = "a result or a failure must be shown to somebody later.",
       .tier = Tier::specialist,
       .effect = Effect::observation,
       .default_timeout = std::chrono::seconds{60},
       .can_be_large = true,
       .items_member = "parts",
       .long_running = true,
       .from_items = from_items},
      kParams,
      run};
  return tool;
}

}  // namespace oc::tools
