# The programs: the product, the conformance server, benchmarks and fuzz targets.
add_executable(openchrome src/app/main.cc)
target_link_libraries(openchrome PRIVATE oc_app)
target_precompile_headers(openchrome REUSE_FROM oc_base)
install(TARGETS openchrome RUNTIME)

include(tests/conformance/conformance.cmake)
