// Precompiled header of the builds with sanitizers, which are mostly tests.
#pragma once
#include "pch_wide.h"

#include <gtest/gtest.h>

#include "base/testing/fake_clock.h"
#include "base/testing/run_loop.h"
#include "browser/testing/fake_page.h"
#include "dispatch/testing/run_layer.h"
#include "mcp/testing/fake_server.h"
#include "store/testing/faulty_file_system.h"
#include "store/testing/memory_file_system.h"
#include "tool/testing/tool_harness.h"
