// openchrome: parse the command line, protect stdout, run, exit.
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <boost/asio/co_spawn.hpp>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "app/browser_setup.h"
#include "app/call_command.h"
#include "app/crawl_command.h"
#include "app/demo.h"
#include "app/doctor.h"
#include "app/dump.h"
#include "app/extension_command.h"
#include "app/flags.h"
#include "app/journal_command.h"
#include "app/output_setup.h"
#include "app/product_features.h"
#include "app/server_app.h"
#include "app/tasks_command.h"

namespace oc::app {
namespace {

constexpr std::string_view kAbout =
    "openchrome: a native MCP server that lets an AI agent drive a real Chrome.";

struct CommandLine {
  FlagValues flags;
  std::string config_file;
  CallRequest call;
  TasksRequest tasks;
  JournalRequest journal;
  CrawlRequest crawl;
  ExtensionRequest extension;
  std::string dump_topic;
  bool doctor_json = false;
  std::string command;
};

void add_flags(CLI::App& app, CommandLine& line) {
  for (const Flag& flag : all_flags()) {
    std::string name{flag.name};
    std::string help = cat(flag.help, default_text(flag).empty() ? "" : cat(" [", default_text(flag), "]"));
    if (is_switch(flag)) {
      app.add_flag_callback(cat("--", name), [&line, name] { line.flags[name] = "true"; }, help);
    } else {
      app.add_option_function<std::string>(
             cat("--", name), [&line, name](const std::string& text) { line.flags[name] = text; }, help)
          ->type_name(std::string{flag.value});
    }
  }
  app.add_option("--config", line.config_file, "Config file. Default: config.json in the home directory.")
      ->type_name("FILE");
}

void add_tasks_command(CLI::App& tasks, TasksRequest& request) {
  auto action = [&](const char* name, TasksAction meaning, const char* help) {
    CLI::App* sub = tasks.add_subcommand(name, help);
    sub->callback([&request, meaning] { request.action = meaning; });
    if (meaning != TasksAction::list) sub->add_option("id", request.id, "The task's id.")->required();
    sub->add_flag("--json", request.json, "Answer as JSON.");
    return sub;
  };
  CLI::App* list = action("list", TasksAction::list, "List tasks, newest first.");
  list->add_option("--status", request.statuses, "PENDING, RUNNING, COMPLETED, FAILED or CANCELLED.");
  list->add_option("--kind", request.kinds, "Only tasks of this kind.");
  list->add_option("--limit", request.limit, "Most tasks to list.")->check(CLI::Range(1, 1'000'000));
  CLI::App* show = action("show", TasksAction::show, "Show a task.");
  show->add_flag("--result", request.with_result, "Print its result and nothing else.");
  show->add_flag("--events", request.with_events, "With its history.");
  action("wait", TasksAction::wait, "Wait until a task has ended; fails unless it was completed.")
      ->add_option("--timeout-ms", request.timeout_ms, "Give up after this time.")
      ->check(CLI::PositiveNumber);
  action("cancel", TasksAction::cancel, "Ask a task to stop.");
  tasks.require_subcommand(1);
}

void add_journal_command(CLI::App& app, JournalRequest& request) {
  auto view = [&](const char* name, JournalView meaning, const char* help) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&request, meaning] { request.view = meaning; });
    sub->add_option("--hours", request.hours, "How far back.")->check(CLI::Range(0.0, 100'000.0));
    sub->add_flag("--json", request.json, "Answer as JSON.");
    return sub;
  };
  CLI::App* recent = view("recent", JournalView::recent, "The latest calls, the newest last.");
  recent->add_option("--count", request.count, "Most calls.")->check(CLI::Range(1, 1000));
  recent->add_option("--tool", request.tool, "Only calls of this tool.");
  view("summary", JournalView::summary, "Counts, times and failures per tool.")
      ->add_option("--tool", request.tool, "Only calls of this tool.");
  view("context", JournalView::context, "What each tool put into the host's context, in bytes and tokens.")
      ->add_option("--task", request.task, "Only calls of this task.");
  app.require_subcommand(0, 1);
}

void add_extension_command(CLI::App& app, ExtensionRequest& request) {
  auto action = [&](const char* name, ExtensionAction meaning, const char* help) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&request, meaning] { request.action = meaning; });
    return sub;
  };
  action("path", ExtensionAction::path, "Print the folder to load into Chrome.");
  action("pair", ExtensionAction::pair, "Say how the extension is paired with a server.")
      ->add_flag("--print-token", request.print_token, "Print the token and nothing else.");
  action("status", ExtensionAction::status, "Say whether the extension is connected.")
      ->add_flag("--json", request.json, "Answer as JSON.");
  app.require_subcommand(1);
}

template <class E>
void add_choice(CLI::App& app, const char* name, E& value, const char* help) {
  std::vector<std::string> words{EnumWords<E>::words.begin(), EnumWords<E>::words.end()};
  app.add_option_function<std::string>(
         name, [&value](const std::string& word) { value = from_word<E>(word).value_or(value); }, help)
      ->check(CLI::IsMember(words));
}

void add_crawl_command(CLI::App& app, CrawlRequest& request) {
  crawl::Plan& plan = request.plan;
  app.add_option("url", plan.url, "Where to begin.")->required();
  app.add_option("--out", request.out, "Folder for the Markdown files and their index.md.")
      ->capture_default_str();
  app.add_option("--depth", plan.max_depth, "Links away from the first page.")->check(CLI::Range(0, 50));
  app.add_option("--pages", plan.max_pages, "Most pages.")->check(CLI::Range(1, 100'000));
  app.add_option("--concurrency", plan.concurrency, "Pages at once.")->check(CLI::Range(1, 16));
  app.add_option("--delay", plan.delay_ms, "Milliseconds between pages of a host.")
      ->check(CLI::Range(0, 60'000));
  app.add_option("--include", plan.include, "Only addresses that fit: * and ? stand for anything.");
  app.add_option("--exclude", plan.exclude, "No addresses that fit.");
  app.add_flag_callback(
      "--ignore-robots", [&plan] { plan.respect_robots = false; }, "Do not ask robots.txt.");
  app.add_flag("--sitemap", request.sitemap, "The pages that the site's sitemaps name.");
  add_choice(app, "--engine", plan.engine, "auto renders only pages that need it.");
  add_choice(app, "--scope", plan.scope, "Which links are followed.");
}

void add_commands(CLI::App& app, CommandLine& line) {
  auto command = [&](const char* name, const char* help) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&line, name] { line.command = name; });
    return sub;
  };
  command("serve", "Serve MCP over stdio, or over HTTP with --http (default when stdin is not a terminal).");
  CLI::App* call = command("call", "Call one tool: openchrome call oc_journal action=recent count=5");
  call->add_option("tool", line.call.tool, "Name of the tool.")->required();
  call->add_option("arguments", line.call.arguments, "key=value …");
  call->add_option("--json", line.call.json, "All arguments as one JSON object.");
  call->add_option("--url", line.call.url, "Endpoint of a running server, e.g. http://127.0.0.1:8123/mcp.");
  add_tasks_command(*command("tasks", "Look at background tasks, wait for them, cancel them."), line.tasks);
  add_journal_command(*command("journal", "Look at the calls that were made."), line.journal);
  add_crawl_command(*command("crawl", "Save the pages of a site as Markdown files."), line.crawl);
  add_extension_command(*command("extension", "Let an agent use a tab of your own Chrome."), line.extension);
  command("demo", "Show a server at work.");
  command("doctor", "Check this machine and say how to mend what is wrong.")
      ->add_flag("--json", line.doctor_json, "Answer as JSON.");
  command("dump", "Print generated documentation.")
      ->add_option("topic", line.dump_topic, "tools, errors, flags, effects or pipeline.")
      ->required();
  command("version", "Print the version.");
  command("help", "Print this help.");
}

// Nothing but the protocol may reach the client: the real stdout moves to a private descriptor, and fd 1
// becomes stderr for whatever else in the process might print.
int take_stdout() {
  int real = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return real;
}

// A descriptor among 0–2 that is closed would be given to the next file or socket that is opened.
void fill_standard_descriptors() {
  int fd = open("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= STDERR_FILENO) fd = open("/dev/null", O_RDWR);
  if (fd > STDERR_FILENO) close(fd);
}

void exit_at_once(int) {
  _exit(0);
}

int run_serve(const Config& config, Logger& log) {
  // Answers of many megabytes come and go; give their memory back.
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  StdioDescriptors stdio;
  if (config.uses_stdio()) stdio = {.in = STDIN_FILENO, .out = take_stdout()};
  asio::io_context io{1};
  ServerApp app{io, config, log, product_features()};
  // Whatever hangs on the way out, in the loop or in destruction, has not quite two seconds.
  signal(SIGALRM, exit_at_once);
  app.on_shutdown([] {
    itimerval limit{.it_interval = {}, .it_value = {.tv_sec = 1, .tv_usec = 800'000}};
    setitimer(ITIMER_REAL, &limit, nullptr);
  });
  int status = 1;
  asio::co_spawn(io, app.serve(stdio), [&](std::exception_ptr failure, int code) {
    status = failure ? 1 : code;
    io.stop();
  });
  io.run();
  // What is left is destruction. Work that ignored its stop, or a worker stuck in a dead disk, must not hold
  // the process.
  if (!app.is_idle()) _exit(status);
  return status;
}

// A client that never reads our log must not stop us: a line is lost, not the loop.
void write_log(std::string_view text) {
  pollfd ready{STDERR_FILENO, POLLOUT, 0};
  if (poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) != 0)
    (void)!write(STDERR_FILENO, text.data(), text.size());
}

LogStyle log_style(const Config& config) {
  if (config.log_json) return LogStyle::json;
  return isatty(STDERR_FILENO) && !process_environment()("NO_COLOR") ? LogStyle::coloured : LogStyle::text;
}

// After a command CLI11 would print that command's help alone.
int print_help() {
  CommandLine unused;
  CLI::App cli{std::string{kAbout}};
  add_flags(cli, unused);
  add_commands(cli, unused);
  return std::puts(cli.help().c_str()) < 0;
}

int run(const CommandLine& line) {
  if (line.command == "version") return std::puts("openchrome " OC_VERSION) < 0;
  if (line.command == "help") return print_help();
  if (line.command == "demo") return run_demo();
  if (line.command == "dump") {
    auto text = dump(line.dump_topic);
    std::cerr << (text ? "" : cat("openchrome: ", text.error().message, "\n"));
    return text ? std::fputs(text->c_str(), stdout) < 0 : kUsage;
  }
  auto config = load_config(line.flags, process_environment(), line.config_file);
  if (!config) {
    std::cerr << "openchrome: " << config.error().message << "\n";
    return kUsage;
  }
  if (auto options = browser_options(*config); !options) {
    std::cerr << "openchrome: " << options.error().message << " " << options.error().hint << "\n";
    return kUsage;
  }
  if (auto options = output_options(*config); !options) {
    std::cerr << "openchrome: " << options.error().message << "\n";
    return kUsage;
  }
  SystemClock clock;
  Logger log{write_log, clock, config->log_level, log_style(*config)};
  if (line.command == "doctor") return run_doctor(*config, line.doctor_json);
  if (line.command == "tasks") return run_tasks(*config, log, line.tasks);
  if (line.command == "journal") return run_journal(*config, log, line.journal);
  if (line.command == "extension") return run_extension(*config, log, line.extension);
  if (line.command == "crawl") return run_crawl_command(*config, log, line.crawl);
  if (line.command == "call") return run_call(*config, log, line.call);
  return run_serve(*config, log);
}

}  // namespace

int main(int argc, char** argv) {
  fill_standard_descriptors();
  signal(SIGPIPE, SIG_IGN);
  CommandLine line;
  CLI::App cli{std::string{kAbout}};
  cli.fallthrough();
  cli.set_version_flag("--version", "openchrome " OC_VERSION);
  add_flags(cli, line);
  add_commands(cli, line);
  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return cli.exit(error) == 0 ? 0 : kUsage;
  }
  if (line.command.empty()) line.command = isatty(STDIN_FILENO) ? "help" : "serve";
  return run(line);
}

}  // namespace oc::app

int main(int argc, char** argv) {
  return oc::app::main(argc, argv);
}
