# Compiler and linker settings shared by every target, as one interface library.
add_library(oc_options INTERFACE)
target_include_directories(oc_options INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
target_compile_options(oc_options INTERFACE -Wall -Wextra -Werror -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough
  -fPIE -fno-omit-frame-pointer -ffunction-sections -fdata-sections)
# Aggregates with defaulted members are this project's normal way to pass options.
target_compile_options(oc_options INTERFACE -Wno-missing-field-initializers -Wno-missing-designated-field-initializers)
target_compile_definitions(oc_options INTERFACE
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED
  OC_VERSION="${PROJECT_VERSION}")
target_link_libraries(oc_options INTERFACE Threads::Threads Boost::json)

string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(oc_options INTERFACE -g1)
else()
  target_compile_options(oc_options INTERFACE -g)
endif()

target_link_options(oc_options INTERFACE -fuse-ld=lld -pie -Wl,--gc-sections)
if(OC_SANITIZE)
  # UBSan's vptr, null, alignment and object-size checks double the compile time and find nothing that ASan does not.
  set(sanitize -fsanitize=${OC_SANITIZE} -fno-sanitize-recover=all)
  if(OC_SANITIZE MATCHES "undefined")
    list(APPEND sanitize -fno-sanitize=vptr,null,alignment,object-size)
  endif()
  if(OC_FUZZ)
    # Coverage of the libraries guides the fuzzers.
    target_compile_options(oc_options INTERFACE -fsanitize=fuzzer-no-link)
  endif()
  target_compile_options(oc_options INTERFACE ${sanitize} -O1)
  target_link_options(oc_options INTERFACE ${sanitize})
else()
  target_compile_definitions(oc_options INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
endif()

# What programs that ship need beside: one binary that starts in a millisecond, since every shared library costs start
# time. (Not for the benchmarks: Debian's Google Benchmark is a shared C++ library.)
function(oc_self_contained target)
  if(NOT OC_SANITIZE)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--icf=all)
  endif()
endfunction()
