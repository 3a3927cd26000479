// About how many tokens a text is to a language model. No tokenizer is asked: bytes are counted by class,
// with weights that were fitted to English prose, code, JSON and other scripts. Within a quarter for ordinary
// text.
#pragma once
#include <cstdint>
#include <string_view>

namespace oc {

std::int64_t estimated_tokens(std::string_view text);
// A picture, whatever is on it.
inline constexpr std::int64_t kPictureTokens = 1500;

}  // namespace oc
