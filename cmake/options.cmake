# Compiler and linker settings shared by every target, as one interface library.
add_library(oc_options INTERFACE)
target_include_directories(oc_options INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
target_compile_options(oc_options INTERFACE -Wall -Wextra -Werror -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough
  -fPIE -fno-omit-frame-pointer -ffunction-sections -fdata-sections)
# Aggregates with defaulted members are this project's normal way to pass options.
target_compile_options(oc_options INTERFACE -Wno-missing-field-initializers -Wno-missing-designated-field-initializers)
# stable_sort of libstdc++ 12 uses what libstdc++ itself deprecates, and clang tells it through a precompiled header.
target_compile_options(oc_options INTERFACE -Wno-deprecated-declarations)
target_compile_definitions(oc_options INTERFACE
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED
  OC_VERSION="${PROJECT_VERSION}")
target_link_libraries(oc_options INTERFACE Threads::Threads Boost::json)

string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
if(CMAKE_BUILD_TYPE STREQUAL "Release" OR OC_SANITIZE)
  target_compile_options(oc_options INTERFACE -g1)  # lines for stack traces, at half the cost
else()
  target_compile_options(oc_options INTERFACE -g)
endif()

if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT OC_SANITIZE)
  # Coroutines inline much into each frame: a lower limit makes the program, and with it the memory of an idle server, a
  # tenth smaller, and its speed is that of the browser.
  target_compile_options(oc_options INTERFACE "SHELL:-mllvm -inline-threshold=100")
endif()

target_link_options(oc_options INTERFACE -fuse-ld=lld -pie -Wl,--gc-sections)
if(OC_SANITIZE)
  # UBSan's vptr, null, alignment and object-size checks double the compile time and find nothing that ASan does not.
  set(sanitize -fsanitize=${OC_SANITIZE} -fno-sanitize-recover=all)
  if(OC_SANITIZE MATCHES "undefined")
    list(APPEND sanitize -fno-sanitize=vptr,null,alignment,object-size)
  endif()
  # Unoptimised: that halves the time of the build, which is far longer than that of the tests.
  target_compile_options(oc_options INTERFACE ${sanitize} -O0)
  # The precompiled header has gtest for everyone, so it must look the same to everyone.
  target_compile_definitions(oc_options INTERFACE GTEST_HAS_PTHREAD=1)
  target_link_options(oc_options INTERFACE ${sanitize})
else()
  target_compile_definitions(oc_options INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
endif()

# oc_compile_header_once(OWNER): the functions of the precompiled header become one object that every program links, instead of
# being compiled again with each file that uses them. Of the work for an unoptimised file that was three quarters.
function(oc_compile_header_once owner)
  target_compile_options(${owner} PRIVATE -fpch-codegen -Qunused-arguments)
  if(TARGET oc_pch_code)
    return()  # both headers have the same functions
  endif()
  set(header ${PROJECT_BINARY_DIR}/CMakeFiles/${owner}.dir/cmake_pch.hxx.pch)
  set(code ${PROJECT_BINARY_DIR}/generated/pch_code)
  add_custom_command(OUTPUT ${code}.a DEPENDS ${header} VERBATIM COMMAND_EXPAND_LISTS
    COMMAND ${CMAKE_CXX_COMPILER} "$<TARGET_PROPERTY:oc_options,INTERFACE_COMPILE_OPTIONS>" -Qunused-arguments -c ${header}
            -o ${code}.o
    COMMAND ${CMAKE_AR} rcs ${code}.a ${code}.o)
  add_custom_target(oc_pch_code DEPENDS ${code}.a)
  # By its path: a library of CMake's would depend on the header's owner, which depends on these very options.
  target_link_libraries(oc_options INTERFACE ${code}.a)
endfunction()

# oc_precompile(TARGET [covered]): the precompiled header, made once for all targets of one kind. `covered` targets are
# those whose coverage guides the fuzzers; they are compiled with other flags, so they have a header of their own.
function(oc_precompile target)
  set(owner oc_pch)
  if(OC_FUZZ AND "covered" IN_LIST ARGN)
    set(owner oc_pch_covered)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(NOT TARGET ${owner})
    file(WRITE ${PROJECT_BINARY_DIR}/generated/${owner}.cc "")
    add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/generated/${owner}.cc)
    target_link_libraries(${owner} PRIVATE oc_options)
    if(owner STREQUAL "oc_pch_covered")
      target_compile_options(${owner} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
    if(OC_SANITIZE)
      target_precompile_headers(${owner} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch_sanitized.h)
      oc_compile_header_once(${owner})
    elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
      target_precompile_headers(${owner} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch_wide.h)
    else()
      target_precompile_headers(${owner} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch.h)
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# What programs that ship need beside: one binary that starts in a millisecond, since every shared library costs start
# time. (Not for the benchmarks: Debian's Google Benchmark is a shared C++ library.)
function(oc_self_contained target)
  if(NOT OC_SANITIZE)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--icf=all)
  endif()
endfunction()
