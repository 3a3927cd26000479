// Tested by: src/page/scripts/web_storage_test.html, tests/browser/cookies_storage_test.mjs
#include "page/web_storage.h"

#include "page_scripts.h"

namespace oc::page {
namespace {

constexpr std::int64_t kMostAnswerBytes = 200'000;
constexpr std::int64_t kMostKeys = 500;

}  // namespace

Task<Result<json::value>> web_storage(browser::Tab& tab, StorageRequest request, Stop stop) {
  json::object args{{"area", word_of(request.area)},     {"action", word_of(request.action)},
                    {"value", std::move(request.value)}, {"maxBytes", request.max_value_bytes},
                    {"maxAllBytes", kMostAnswerBytes},   {"maxKeys", kMostKeys}};
  if (request.key) args["key"] = *request.key;
  auto answer = co_await run_script(tab, scripts::kWebStorage, std::move(args), stop);
  if (!answer) co_return std::unexpected(std::move(answer).error());
  co_return std::move(answer->value);
}

}  // namespace oc::page
