#include "crawl/sitemap.h"

#include <zlib.h>

#include <pugixml.hpp>

#include "base/text.h"

namespace oc::crawl {
namespace {

Result<std::string> unpacked(std::string_view body) {
  z_stream stream{};
  constexpr int kGzip = 16 + MAX_WBITS;
  if (inflateInit2(&stream, kGzip) != Z_OK) return fail(ErrorCode::internal, "zlib does not start");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
  stream.avail_in = static_cast<uInt>(body.size());
  std::string out;
  std::string piece(std::size_t{256} * 1024, '\0');
  int state = Z_OK;
  while (state == Z_OK && out.size() <= kMaxSitemapBytes) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(piece, 0, piece.size() - stream.avail_out);
    if (state == Z_BUF_ERROR) break;
  }
  inflateEnd(&stream);
  if (out.size() > kMaxSitemapBytes)
    return fail(ErrorCode::storage_corrupt, "the sitemap unpacks to too much");
  if (state != Z_STREAM_END) return fail(ErrorCode::storage_corrupt, "the sitemap is no whole gzip file");
  return out;
}

// The name without its namespace prefix.
std::string_view plain_name(const pugi::xml_node& node) {
  std::string_view name = node.name();
  std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string text_below(const pugi::xml_node& node, std::string_view name) {
  for (const pugi::xml_node& child : node.children()) {
    if (plain_name(child) == name) return std::string{trim(child.text().get())};
  }
  return "";
}

void add(std::vector<std::string>& to, std::string url) {
  if (!url.empty() && to.size() < kMaxSitemapUrls) to.push_back(std::move(url));
}

// <link>…</link> of RSS, <link href="…"/> of Atom.
std::string feed_link(const pugi::xml_node& item) {
  for (const pugi::xml_node& child : item.children()) {
    if (plain_name(child) != "link") continue;
    std::string_view href = child.attribute("href").value();
    std::string_view rel = child.attribute("rel").value();
    if (!href.empty() && (rel.empty() || rel == "alternate")) return std::string{trim(href)};
    std::string text{trim(child.text().get())};
    if (!text.empty()) return text;
  }
  return "";
}

Sitemap from_xml(const pugi::xml_node& root) {
  Sitemap out;
  std::string_view kind = plain_name(root);
  pugi::xml_node list = root;
  if (kind == "rss") list = root.child("channel");
  for (const pugi::xml_node& entry : list.children()) {
    std::string_view name = plain_name(entry);
    if (kind == "urlset" && name == "url") add(out.pages, text_below(entry, "loc"));
    if (kind == "sitemapindex" && name == "sitemap") add(out.sitemaps, text_below(entry, "loc"));
    if ((kind == "rss" && name == "item") || (kind == "feed" && name == "entry"))
      add(out.pages, feed_link(entry));
  }
  return out;
}

Result<Sitemap> from_lines(std::string_view body) {
  Sitemap out;
  for (std::string_view line : split(body, '\n')) {
    line = trim(line);
    if (line.empty()) continue;
    if (!line.starts_with("http://") && !line.starts_with("https://"))
      return fail(ErrorCode::storage_corrupt, "this is no sitemap: neither XML nor a list of addresses");
    add(out.pages, std::string{line});
  }
  return out;
}

}  // namespace

Result<Sitemap> parse_sitemap(std::string_view body) {
  std::string plain;
  if (body.starts_with("\x1f\x8b")) {
    auto whole = unpacked(body);
    if (!whole) return std::unexpected(std::move(whole).error());
    plain = std::move(*whole);
    body = plain;
  }
  if (body.starts_with("\xef\xbb\xbf")) body.remove_prefix(3);
  if (!trim(body.substr(0, 1024)).starts_with('<')) return from_lines(body);
  pugi::xml_document document;
  // Entities of its own and the like are not looked at: nothing is loaded, nothing expands.
  pugi::xml_parse_result parsed = document.load_buffer(body.data(), body.size(), pugi::parse_default);
  pugi::xml_node root = document.document_element();
  std::string_view kind = plain_name(root);
  bool known = kind == "urlset" || kind == "sitemapindex" || kind == "rss" || kind == "feed";
  // One that breaks off gives what it had.
  if (!known) {
    return fail(ErrorCode::storage_corrupt,
                cat("this is no sitemap: ", parsed ? cat("its root is '", shorten(kind, 40), "'")
                                                   : std::string{parsed.description()}));
  }
  return from_xml(root);
}

}  // namespace oc::crawl
