// OneOrMany<T>: an argument that may be one value or an array of them.
#pragma once
#include <vector>

#include "json/codec.h"

namespace oc::json {

template <class T>
struct OneOrMany {
  std::vector<T> values;
};

template <class T>
struct Codec<OneOrMany<T>> {
  static object schema() {
    object one = Codec<T>::schema();
    value type = one.at("type");
    return {{"type", array{std::move(type), "array"}}, {"items", std::move(one)}};
  }
  static void decode(OneOrMany<T>& into, const value& from, const std::string& path, Problems& problems) {
    if (from.is_array()) {
      Codec<std::vector<T>>::decode(into.values, from, path, problems);
    } else {
      Codec<T>::decode(into.values.emplace_back(), from, path, problems);
    }
  }
  static value encode(const OneOrMany<T>& from) { return Codec<std::vector<T>>::encode(from.values); }
};

}  // namespace oc::json
