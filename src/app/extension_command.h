// `openchrome extension`: where the extension is, how it is paired, whether it is connected.
#pragma once
#include <string>

#include "app/config.h"
#include "base/log.h"
#include "store/file_system.h"

namespace oc::app {

enum class ExtensionAction : std::uint8_t { path, pair, status };

struct ExtensionRequest {
  ExtensionAction action = ExtensionAction::path;
  bool print_token = false;
  bool json = false;
};

int run_extension(const Config& config, Logger& log, const ExtensionRequest& request);

// Writes the extension that this program carries below the home, unless it is there already; its folder.
Result<std::string> unpack_extension(store::FileSystem& files, const std::string& home);

}  // namespace oc::app
