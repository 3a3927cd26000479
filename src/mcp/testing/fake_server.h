// FakeServer: the protocol over sample tools, prompts and resources, for tests of conversations.
#pragma once
#include <memory>
#include <string>

#include "dispatch/dispatcher.h"
#include "dispatch/task_runner.h"
#include "mcp/protocol.h"
#include "mcp/server.h"
#include "tool/testing/fake_services.h"
#include "tool/testing/sample_tools.h"

namespace oc::mcp {

class OneResource final : public ResourceProvider {
 public:
  std::vector<Resource> resources() const override {
    return {{.uri = "test://text",
             .name = "text",
             .title = "Text",
             .description = "A text.",
             .mime_type = "text/plain"}};
  }
  std::vector<ResourceTemplate> templates() const override {
    return {{.uri_template = "test://item/{id}",
             .name = "item",
             .description = "An item.",
             .mime_type = "text/plain"}};
  }
  Task<Result<std::optional<ResourceContent>>> read(std::string uri, Stop) override {
    if (uri == "test://text") co_return ResourceContent{uri, "text/plain", "hello"};
    if (uri == "test://binary") co_return ResourceContent{uri, "image/png", "abc", true};
    co_return std::nullopt;
  }
  Task<std::vector<std::string>> complete(std::string, std::string, std::string prefix, Stop) override {
    co_return std::vector<std::string>{prefix + "1", prefix + "2"};
  }
};

class FakeServer {
 public:
  explicit FakeServer(bool lists_change = true)
      : server({.tools = catalog,
                .listed = tool::ToolSet::all,
                .dispatcher = dispatcher,
                .tasks = fake.tasks,
                .envelopes = fake.envelopes,
                .task_starter = runner,
                .resources = resources,
                .prompts = prompts,
                .hub = hub,
                .seal = seal,
                .clock = fake.clock,
                .log = fake.loop.log,
                .executor = fake.loop.executor(),
                .closing = closing.stop(),
                .info = {{"name", "fake"}, {"title", "Fake"}, {"version", "1"}},
                .instructions = "Be kind.",
                .changes = {lists_change, lists_change, lists_change},
                .task_grace = std::chrono::milliseconds{10}}) {
    runner.run_through(dispatcher);
  }
  // Without a limit: what does not end is seen as a hang.
  ~FakeServer() { (void)fake.loop.run(runner.close({})); }

  tool::FakeServices fake;
  tool::Catalog catalog{{&tool::samples::add(), &tool::samples::count_to(), &tool::samples::echo(),
                         &tool::samples::fail_with(), &tool::samples::wait_forever(),
                         &tool::samples::wonder()}};
  dispatch::TaskRunner runner{fake.tasks, catalog, fake.clock, fake.loop.log, fake.loop.executor(), 2};
  dispatch::Dispatcher dispatcher{fake.services, {}};
  ResourceSet resources{make_resources()};
  PromptSet prompts = make_prompts();
  SubscriptionHub hub;
  RequestSeal seal{fake.clock};
  StopSource closing;
  Server server;

 private:
  static std::vector<std::unique_ptr<ResourceProvider>> make_resources() {
    std::vector<std::unique_ptr<ResourceProvider>> out;
    out.push_back(std::make_unique<OneResource>());
    return out;
  }
  static Task<Result<std::vector<PromptMessage>>> greet(PromptArguments arguments) {
    std::vector<PromptMessage> messages;
    messages.push_back(PromptMessage::text("Greet " + arguments.at("name")));
    co_return messages;
  }
  static PromptSet make_prompts() {
    Prompt prompt{.name = "greet", .description = "Greet someone.", .arguments = {{"name", "Who.", true}}};
    prompt.render = [](PromptArguments arguments, tool::AskPort&, Stop) {
      return greet(std::move(arguments));
    };
    prompt.complete = [](std::string_view, std::string_view prefix) {
      return std::vector<std::string>{std::string{prefix} + "da"};
    };
    PromptSet out;
    out.push_back(std::move(prompt));
    return out;
  }
};

// _meta of a request in the stateless revision.
inline json::object claim_meta() {
  return {{kMetaVersion, "2026-07-28"}, {kMetaCapabilities, json::object{}}};
}

}  // namespace oc::mcp
