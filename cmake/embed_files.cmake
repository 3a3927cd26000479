# extension/ → generated/extension_files.cc, part of oc_app.
file(GLOB_RECURSE extension_file_list CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/extension/*)
add_custom_command(
  OUTPUT ${PROJECT_BINARY_DIR}/generated/extension_files.cc
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/embed_files.py ${PROJECT_SOURCE_DIR}/extension
          ${PROJECT_BINARY_DIR}/generated/extension_files.cc oc::app extension_files .js .json .html .css .png
  DEPENDS ${extension_file_list} ${PROJECT_SOURCE_DIR}/scripts/embed_files.py
  COMMENT "extension")
