# src/page/scripts/*.js → generated/page_scripts.h and .cc.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB_RECURSE page_script_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/page/scripts/*.js)
set(OC_PAGE_SCRIPTS ${PROJECT_BINARY_DIR}/generated/page_scripts.h ${PROJECT_BINARY_DIR}/generated/page_scripts.cc)
add_custom_command(
  OUTPUT ${OC_PAGE_SCRIPTS}
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/embed_scripts.py ${PROJECT_SOURCE_DIR}/src/page/scripts
          ${PROJECT_BINARY_DIR}/generated
  DEPENDS ${page_script_files} ${PROJECT_SOURCE_DIR}/scripts/embed_scripts.py
  COMMENT "page scripts")
