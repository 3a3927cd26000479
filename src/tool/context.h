// ToolContext: what a handler may touch. Its parameter type states what a tool needs: this one never wakes
// Chrome, BrowserContext has a browser that runs, TabContext a tab that can be worked with.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "browser/browser.h"
#include "browser/page_state.h"
#include "tool/ports.h"
#include "tool/services.h"
#include "tool/tool_spec.h"

namespace oc::tool {

class ToolContext {
 public:
  static constexpr Needs kNeeds = Needs::nothing;
  ToolContext(Services& services, const Ports& ports) : services_(services), ports_(ports) {}

  const Stop& stop() const { return ports_.stop; }
  const Clock& clock() const { return services_.clock; }
  Services& services() { return services_; }

  // Reports one unit of work; false when it is time to stop. One call for both, so that nobody can forget one
  // of them.
  bool keep_going(const Progress& progress) {
    ports_.progress->report(progress);
    return !ports_.stop.requested();
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
