# openchrome-conformance: the server with the fixtures of the official conformance suite. Built for tests, never installed.
file(GLOB conformance_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cc)
add_executable(openchrome-conformance ${conformance_sources})
target_link_libraries(openchrome-conformance PRIVATE oc_app)
oc_precompile(openchrome-conformance)
