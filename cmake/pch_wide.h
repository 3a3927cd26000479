// Precompiled header of the builds that are mostly made from scratch: besides, the headers of the project that many files
// include, which makes such a build a third faster. The preset `dev` does without, so that a change of one of these
// headers rebuilds what needs it and nothing else, and so that a file that lacks an include does not compile.
#pragma once
#include "pch.h"

#include <boost/asio/redirect_error.hpp>
#include <charconv>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/text.h"
#include "base/worker_pool.h"
#include "browser/browser.h"
#include "dispatch/dispatcher.h"
#include "json/parse.h"
#include "json/record.h"
#include "json/write.h"
#include "mcp/server.h"
#include "net/http_server.h"
#include "page/script_runner.h"
#include "store/posix_file_system.h"
#include "tool/tool.h"
