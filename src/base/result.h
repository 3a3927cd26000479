// Result<T>: a value or an Error. Failures are data; exceptions stop where a tool is invoked.
#pragma once
#include <expected>

#include "base/error.h"

namespace oc {

template <class T>
using Result = std::expected<T, Error>;

// `return fail(ErrorCode::timeout, "…")` in a function that returns any Result.
[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {}) {
  return std::unexpected(Error{code, std::move(message), std::move(hint)});
}

// Early return of a failed step. In coroutines the statement differs, hence two macros and no function.
#define OC_TRY(step) \
  if (auto oc_try_outcome = (step); !oc_try_outcome) return std::unexpected(std::move(oc_try_outcome).error())
#define OC_CO_TRY(step)                              \
  if (auto oc_try_outcome = (step); !oc_try_outcome) \
  co_return std::unexpected(std::move(oc_try_outcome).error())

}  // namespace oc
