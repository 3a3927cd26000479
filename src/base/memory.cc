// Tested by: tests/chaos/soak_test.mjs
#include "base/memory.h"

#include <malloc.h>

namespace oc {

void give_back_memory() {
  malloc_trim(0);
}

}  // namespace oc
