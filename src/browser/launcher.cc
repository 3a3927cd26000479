#include "browser/launcher.h"

#include "base/text.h"
#include "cdp/pipe_wire.h"

namespace oc::browser {

std::vector<std::string> chrome_command(const LaunchOptions& options) {
  std::vector<std::string> command{
      options.program,
      options.codec == cdp::Codec::cbor ? "--remote-debugging-pipe=cbor" : "--remote-debugging-pipe",
      cat("--user-data-dir=", options.profile),
      cat("--window-size=", options.width, ",", options.height),
      "--no-first-run",
      "--no-default-browser-check",
      "--no-startup-window",
      // Nothing of its own over the network, nothing in the way of an agent.
      "--disable-background-networking",
      "--disable-breakpad",
      "--disable-component-update",
      "--disable-default-apps",
      "--disable-domain-reliability",
      "--disable-sync",
      "--disable-client-side-phishing-detection",
      "--disable-search-engine-choice-screen",
      "--disable-infobars",
      "--disable-prompt-on-repost",
      "--disable-popup-blocking",
      "--metrics-recording-only",
      "--password-store=basic",
      "--use-mock-keychain",
      // Tabs in the background work like the one in front.
      "--disable-background-timer-throttling",
      "--disable-backgrounding-occluded-windows",
      "--disable-renderer-backgrounding",
      "--disable-features=Translate,MediaRouter,OptimizationHints,InterestFeedContentSuggestions,"
      "DestroyProfileOnBrowserClose",
  };
  if (options.headless) {
    command.insert(command.end(), {"--headless=new", "--hide-scrollbars", "--mute-audio", "--disable-gpu"});
  }
  if (!options.resolver_rules.empty())
    command.push_back(cat("--host-resolver-rules=", options.resolver_rules));
  if (options.no_sandbox) command.emplace_back("--no-sandbox");
  return command;
}

Result<Launched> launch(const LaunchOptions& options, Nursery& nursery) {
  auto process = ChildProcess::spawn({.command = chrome_command(options),
                                      .keep_stderr = false,
                                      .pipes = PipeEnds::three_and_four,
                                      .own_group = true,
                                      .dies_with_us = true});
  if (!process) return std::unexpected(std::move(process).error());
  auto [to_browser, from_browser] = process->take_pipes();
  auto wire = std::make_unique<cdp::PipeWire>(nursery, from_browser, to_browser, options.codec);
  return Launched{std::move(*process), std::move(wire)};
}

}  // namespace oc::browser
