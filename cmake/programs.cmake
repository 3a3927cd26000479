# The programs: the product, the conformance server, benchmarks and fuzz targets.
add_executable(openchrome src/app/main.cc)
target_link_libraries(openchrome PRIVATE oc_app)
target_precompile_headers(openchrome REUSE_FROM oc_base)
oc_self_contained(openchrome)
install(TARGETS openchrome RUNTIME)

include(tests/conformance/conformance.cmake)
oc_self_contained(openchrome-conformance)

if(OC_BENCH)
  find_package(benchmark REQUIRED)
  add_executable(openchrome-bench bench/protocol_bench.cc)
  target_link_libraries(openchrome-bench PRIVATE oc_mcp oc_tool_testing oc_transport benchmark::benchmark)
  target_precompile_headers(openchrome-bench REUSE_FROM oc_base)
endif()

if(OC_FUZZ)
  # One program per file of tests/fuzz; scripts/fuzz.py runs them on the committed corpus.
  file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cc)
  foreach(fuzz_source IN LISTS fuzz_sources)
    get_filename_component(fuzz_name ${fuzz_source} NAME_WE)
    add_executable(${fuzz_name} ${fuzz_source})
    target_link_libraries(${fuzz_name} PRIVATE oc_mcp oc_tool_testing oc_transport)
    target_precompile_headers(${fuzz_name} REUSE_FROM oc_base)
    target_link_options(${fuzz_name} PRIVATE -fsanitize=fuzzer)
  endforeach()
endif()
