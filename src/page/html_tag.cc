// Tested by: html_tree_test.cc
#include "page/html_tag.h"

#include <algorithm>
#include <array>
#include <utility>

namespace oc::page {
namespace {

// Sorted by name.
// clang-format off
constexpr auto kTags = std::to_array<std::pair<std::string_view, Tag>>({
    {"a", Tag::a}, {"abbr", Tag::abbr}, {"acronym", Tag::acronym}, {"address", Tag::address},
    {"annotation", Tag::annotation}, {"area", Tag::area}, {"article", Tag::article}, {"aside", Tag::aside},
    {"audio", Tag::audio}, {"b", Tag::b}, {"base", Tag::base}, {"big", Tag::big}, {"blink", Tag::blink},
    {"blockquote", Tag::blockquote}, {"body", Tag::body}, {"br", Tag::br}, {"button", Tag::button},
    {"canvas", Tag::canvas}, {"caption", Tag::caption}, {"center", Tag::center}, {"cite", Tag::cite},
    {"code", Tag::code}, {"col", Tag::col}, {"colgroup", Tag::colgroup}, {"dd", Tag::dd}, {"del", Tag::del},
    {"details", Tag::details}, {"dfn", Tag::dfn}, {"dialog", Tag::dialog}, {"dir", Tag::dir},
    {"div", Tag::div}, {"dl", Tag::dl}, {"dt", Tag::dt}, {"em", Tag::em}, {"embed", Tag::embed},
    {"fieldset", Tag::fieldset}, {"figcaption", Tag::figcaption}, {"figure", Tag::figure},
    {"font", Tag::font}, {"footer", Tag::footer}, {"form", Tag::form}, {"frame", Tag::frame},
    {"frameset", Tag::frameset}, {"h1", Tag::h1}, {"h2", Tag::h2}, {"h3", Tag::h3}, {"h4", Tag::h4},
    {"h5", Tag::h5}, {"h6", Tag::h6}, {"head", Tag::head}, {"header", Tag::header}, {"hgroup", Tag::hgroup},
    {"hr", Tag::hr}, {"html", Tag::html}, {"i", Tag::i}, {"iframe", Tag::iframe}, {"img", Tag::img},
    {"input", Tag::input}, {"ins", Tag::ins}, {"kbd", Tag::kbd}, {"label", Tag::label},
    {"legend", Tag::legend}, {"li", Tag::li}, {"link", Tag::link}, {"listing", Tag::listing},
    {"main", Tag::main}, {"map", Tag::map}, {"mark", Tag::mark}, {"marquee", Tag::marquee},
    {"math", Tag::math}, {"menu", Tag::menu}, {"meta", Tag::meta}, {"meter", Tag::meter}, {"nav", Tag::nav},
    {"nobr", Tag::nobr}, {"noembed", Tag::noembed}, {"noframes", Tag::noframes},
    {"noscript", Tag::noscript}, {"object", Tag::object}, {"ol", Tag::ol}, {"optgroup", Tag::optgroup},
    {"option", Tag::option}, {"output", Tag::output}, {"p", Tag::p}, {"param", Tag::param},
    {"picture", Tag::picture}, {"plaintext", Tag::plaintext}, {"pre", Tag::pre},
    {"progress", Tag::progress}, {"q", Tag::q}, {"rp", Tag::rp}, {"rt", Tag::rt}, {"ruby", Tag::ruby},
    {"s", Tag::s}, {"samp", Tag::samp}, {"script", Tag::script}, {"search", Tag::search},
    {"section", Tag::section}, {"select", Tag::select}, {"small", Tag::small}, {"source", Tag::source},
    {"span", Tag::span}, {"strike", Tag::strike}, {"strong", Tag::strong}, {"style", Tag::style},
    {"sub", Tag::sub}, {"summary", Tag::summary}, {"sup", Tag::sup}, {"svg", Tag::svg},
    {"table", Tag::table}, {"tbody", Tag::tbody}, {"td", Tag::td}, {"template", Tag::template_element},
    {"textarea", Tag::textarea}, {"tfoot", Tag::tfoot}, {"th", Tag::th}, {"thead", Tag::thead},
    {"time", Tag::time}, {"title", Tag::title}, {"tr", Tag::tr}, {"track", Tag::track}, {"tt", Tag::tt},
    {"u", Tag::u}, {"ul", Tag::ul}, {"var", Tag::var}, {"video", Tag::video}, {"wbr", Tag::wbr},
    {"xmp", Tag::xmp},
});
// clang-format on
static_assert(std::ranges::is_sorted(kTags, {}, &std::pair<std::string_view, Tag>::first));

}  // namespace

Tag tag_of(std::string_view name) {
  auto found = std::ranges::lower_bound(kTags, name, {}, &std::pair<std::string_view, Tag>::first);
  return found != kTags.end() && found->first == name ? found->second : Tag::other;
}

}  // namespace oc::page
