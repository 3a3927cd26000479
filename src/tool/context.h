// ToolContext: what a handler may touch. Its parameter type states what a tool needs: this one never wakes
// Chrome, BrowserContext has a browser that runs, TabContext a tab that can be worked with.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "browser/browser.h"
#include "browser/page_state.h"
#include "tool/output.h"
#include "tool/ports.h"
#include "tool/services.h"
#include "tool/tool_spec.h"

namespace oc::tool {

inline browser::BarrierMode barrier_mode(const Bounds& bounds, const browser::Browser& browser) {
  return bounds.observes ? browser::BarrierMode::observe : browser.barrier_mode();
}

inline void confine(browser::Tab& tab, const Bounds& bounds, const browser::Browser& browser) {
  tab.confine(bounds.policy, barrier_mode(bounds, browser));
}

class ToolContext {
 public:
  static constexpr Needs kNeeds = Needs::nothing;
  ToolContext(Services& services, const Ports& ports) : services_(services), ports_(ports) {}

  const Stop& stop() const { return ports_.stop; }
  const Clock& clock() const { return services_.clock; }
  Services& services() { return services_; }

  // Where a page may be that is visited for this call.
  std::shared_ptr<const browser::DomainPolicy> policy() const {
    return ports_.bounds.policy ? ports_.bounds.policy : services_.browser.shared_policy();
  }
  const Bounds& bounds() const { return ports_.bounds; }
  // The conversation that the call comes from; empty: not known.
  const std::string& caller() const { return ports_.caller; }
  // Puts a tab that the tool opened itself into the bounds of the call.
  void confine(browser::Tab& tab) const { tool::confine(tab, ports_.bounds, services_.browser); }
  // The same for those who open tabs for the tool.
  std::function<void(browser::Tab&)> confiner() const {
    return [bounds = ports_.bounds, &browser = services_.browser](browser::Tab& tab) {
      tool::confine(tab, bounds, browser);
    };
  }

  // The tab that the caller named; for a tool that leaves the work to another call.
  const std::optional<std::string>& named_tab() const { return ports_.named_tab; }
  // How long the caller allows it to take, where it said so.
  std::optional<std::chrono::milliseconds> allowed() const { return ports_.allowed; }
  // A tool that answers only so much unless told otherwise answers all of it.
  bool wants_whole() const { return ports_.wants_whole; }

  // Reports one unit of work; false when it is time to stop. One call for both, so that nobody can forget one
  // of them.
  bool keep_going(const Progress& progress) {
    ports_.progress->report(progress);
    return !ports_.stop.requested();
  }
  // One finished unit of long work and how far that brings it; false when it is time to stop.
  Task<Result<bool>> finish_unit(json::value unit, Progress progress) {
    auto kept = co_await emit_item(std::move(unit));
    if (!kept) co_return std::unexpected(std::move(kept).error());
    co_return keep_going(progress);
  }
  // Hands over one finished unit of long work. As a task it is on disk when this returns: nothing that ends
  // the server loses it. A failure to keep it is a reason to stop.
  Task<Result<void>> emit_item(json::value unit) {
    if (!ports_.items) co_return Result<void>{};
    auto kept = co_await ports_.items->keep(std::move(unit));
    co_return kept;
  }
  // Somebody keeps the units: the answer can be made of them and need not hold them too.
  bool units_are_kept() const { return ports_.items != nullptr; }
  // The answer of long work: `rest` and a list, which is there only if nobody keeps the units, else their
  // order.
  ToolOutput finished(json::object rest, std::string_view member, json::array list,
                      std::vector<std::size_t> order) const {
    ToolOutput output;
    if (units_are_kept()) {
      output.units = ListOfUnits{member, std::move(order)};
    } else {
      rest[member] = std::move(list);
    }
    output.body = json::value(std::move(rest));
    output.stopped = ports_.stop.reason();
    return output;
  }
  // A line for the client's own log.
  void message(MessageLevel level, json::value data) {
    ports_.messages->message(level, "openchrome", std::move(data));
  }
  // Asks the user. Ask before you act: where answers come with a later call the tool runs again from its
  // start.
  Task<Result<Answers>> ask(std::vector<Question> questions) {
    return ports_.asker->ask(std::move(questions), ports_.stop);
  }

 private:
  Services& services_;
  const Ports& ports_;
};

class BrowserContext : public ToolContext {
 public:
  static constexpr Needs kNeeds = Needs::browser;
  BrowserContext(Services& services, const Ports& ports, std::string workspace)
      : ToolContext(services, ports), workspace_(std::move(workspace)) {}

  browser::Browser& browser() { return services().browser; }
  const std::string& workspace() const { return workspace_; }

 private:
  std::string workspace_;
};

// Which page an answer is about and how it was looked at, and what was left out because nobody could see it.
struct PageNote {
  browser::PageMode mode = browser::PageMode::ax;
  std::optional<browser::PageState> state;  // set: the answer carries a state header
  std::size_t hidden_texts = 0;
};

class TabContext : public BrowserContext {
 public:
  static constexpr Needs kNeeds = Needs::tab;
  TabContext(Services& services, const Ports& ports, std::string workspace, std::shared_ptr<browser::Tab> tab,
             PageNote& note)
      : BrowserContext(services, ports, std::move(workspace)), tab_(std::move(tab)), note_(note) {}

  // REQUIRES: these arguments need a tab.
  browser::Tab& tab() { return *tab_; }
  // The answer, good or bad, describes this page in this mode: it gets a state header.
  void captured_as(browser::PageMode mode, browser::PageState state) {
    note_.mode = mode;
    note_.state = std::move(state);
  }
  void dropped_hidden_texts(std::size_t count) { note_.hidden_texts += count; }

 private:
  std::shared_ptr<browser::Tab> tab_;
  PageNote& note_;
};

}  // namespace oc::tool
