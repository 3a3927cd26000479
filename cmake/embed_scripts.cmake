# src/page/scripts/*.js → generated/page_scripts.h.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB_RECURSE page_script_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/page/scripts/*.js)
add_custom_command(
  OUTPUT ${PROJECT_BINARY_DIR}/generated/page_scripts.h
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/embed_scripts.py ${PROJECT_SOURCE_DIR}/src/page/scripts
          ${PROJECT_BINARY_DIR}/generated/page_scripts.h
  COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/generated/page_scripts.h
  DEPENDS ${page_script_files} ${PROJECT_SOURCE_DIR}/scripts/embed_scripts.py
  COMMENT "page scripts")
