#include "app/flags.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/text.h"

namespace oc::app {
namespace {

struct FlagsTest : testing::Test {
  std::string home;
  std::map<std::string, std::string, std::less<>> variables;

  void SetUp() override {
    char name[] = "/tmp/openchrome-flags-XXXXXX";
    home = mkdtemp(name);
    variables["OPENCHROME_HOME"] = home;
  }
  void TearDown() override { std::filesystem::remove_all(home); }
  Result<Config> load(const FlagValues& given, std::string file = "") {
    return load_config(
        given,
        [this](std::string_view name) -> std::optional<std::string> {
          auto found = variables.find(name);
          return found == variables.end() ? std::nullopt : std::optional{found->second};
        },
        std::move(file));
  }
  void write_config(std::string_view text) { std::ofstream{home + "/config.json"} << text; }
};

TEST_F(FlagsTest, FlagWinsOverVariableOverFileOverDefault) {
  EXPECT_EQ(load({})->max_call_ms, 120'000);
  write_config(R"({"max_call_ms": 1000, "log_json": true, "allow_origin": ["https://a", "https://b"]})");
  EXPECT_EQ(load({})->max_call_ms, 1000);
  EXPECT_TRUE(load({})->log_json);
  EXPECT_EQ(load({})->allow_origin.size(), 2U);
  variables["OPENCHROME_MAX_CALL_MS"] = "2000";
  EXPECT_EQ(load({})->max_call_ms, 2000);
  EXPECT_EQ(load({{"max-call-ms", "3000"}})->max_call_ms, 3000);
}

TEST_F(FlagsTest, BadValuesSayWhatWouldBeGood) {
  EXPECT_EQ(load({{"http", "99999"}}).error().message,
            "--http: '99999' is not a whole number from 0 to 65535");
  EXPECT_EQ(load({{"tools", "few"}}).error().message, "--tools: 'few' is not one of: core, standard, all");
  variables["OPENCHROME_LOG_JSON"] = "maybe";
  EXPECT_FALSE(load({}));
}

TEST_F(FlagsTest, TheConfigFileIsChecked) {
  write_config(R"({"max_cal_ms": 1})");
  EXPECT_NE(load({}).error().message.find("did you mean 'max-call-ms'?"), std::string::npos);
  write_config("[]");
  EXPECT_FALSE(load({}));
  EXPECT_FALSE(load({}, home + "/missing.json"));
}

TEST_F(FlagsTest, HomeComesFromTheUserWhenNotGiven) {
  variables.erase("OPENCHROME_HOME");
  EXPECT_FALSE(load({}));
  variables["HOME"] = home;
  EXPECT_EQ(load({})->home, home + "/.openchrome");
  EXPECT_EQ(load({})->http_token_file, home + "/.openchrome/token");
}

TEST_F(FlagsTest, TransportFollowsFromTheHttpPort) {
  EXPECT_TRUE(load({})->uses_stdio() && !load({})->uses_http());
  EXPECT_TRUE(!load({{"http", "0"}})->uses_stdio() && load({{"http", "0"}})->uses_http());
  auto both = load({{"http", "0"}, {"transport", "both"}});
  EXPECT_TRUE(both->uses_stdio() && both->uses_http());
}

TEST_F(FlagsTest, NamesAreUniqueAndEveryFlagIsInTheDocs) {
  std::set<std::string> variables_seen;
  std::string docs = flags_markdown();
  for (const Flag& flag : all_flags()) {
    EXPECT_TRUE(variables_seen.insert(variable_of(flag)).second) << flag.name;
    EXPECT_NE(docs.find(cat("`--", flag.name)), std::string::npos);
  }
}

}  // namespace
}  // namespace oc::app
