// resources/list, resources/templates/list, resources/read, resources/subscribe, resources/unsubscribe.
// Tested by: mcp/server_test.cc
#include "base/encoding.h"
#include "mcp/page_of.h"
#include "mcp/server.h"

namespace oc::mcp {
namespace {

template <class T>
json::object described(const T& item, std::string_view uri_key, const std::string& uri, Revision revision) {
  json::object out{{uri_key, uri}, {"name", item.name}};
  if (!item.title.empty() && facts(revision).structured_content) out["title"] = item.title;
  if (!item.description.empty()) out["description"] = item.description;
  if (!item.mime_type.empty()) out["mimeType"] = item.mime_type;
  return out;
}

rpc::ErrorObject not_found(const Error& error, std::string_view uri, const RequestContext& context) {
  int code = context.modern() ? rpc::kInvalidParams : kLegacyResourceNotFound;
  return {code, error.message, json::object{{"uri", uri}}};
}

// Watching needs no resource of that name now: it may come to be.
Task<rpc::Answer> set_watch(const json::object& params, RequestContext& context, bool watch) {
  constexpr std::size_t kMaxWatched = 1000;
  constexpr std::size_t kLongestUri = 2048;
  auto uri = json::find_string(params, "uri");
  if (!uri || uri->empty() || uri->size() > kLongestUri)
    co_return rpc_error(rpc::kInvalidParams,
                        "Invalid params: uri is required and must be a string of at most 2048 bytes");
  if (context.session) {
    auto& watched = context.session->watched_resources;
    if (watch && watched.size() >= kMaxWatched)
      co_return rpc_error(rpc::kInternalError, "Subscription limit reached");
    if (watch) watched.emplace(*uri);
    if (!watch) watched.erase(std::string{*uri});
  }
  co_return json::object{};
}

}  // namespace

Task<rpc::Answer> list_resources(Server& server, const json::object& params, RequestContext& context,
                                 const json::value&) {
  json::array items;
  for (const Resource& resource : server.parts().resources.resources()) {
    items.push_back(described(resource, "uri", resource.uri, context.client.revision));
  }
  auto page = page_of(std::move(items), "resources", params);
  if (!page) co_return std::unexpected(page.error());
  mark_cacheable(*page, context, 3'600'000);
  co_return std::move(*page);
}

Task<rpc::Answer> list_templates(Server& server, const json::object& params, RequestContext& context,
                                 const json::value&) {
  json::array items;
  for (const ResourceTemplate& item : server.parts().resources.templates()) {
    items.push_back(described(item, "uriTemplate", item.uri_template, context.client.revision));
  }
  auto page = page_of(std::move(items), "resourceTemplates", params);
  if (!page) co_return std::unexpected(page.error());
  mark_cacheable(*page, context, 3'600'000);
  co_return std::move(*page);
}

Task<rpc::Answer> read_resource(Server& server, const json::object& params, RequestContext& context,
                                const json::value&) {
  auto uri = json::find_string(params, "uri");
  if (!uri) co_return rpc_error(rpc::kInvalidParams, "Invalid params: uri is required and must be a string");
  auto content = co_await server.parts().resources.read(std::string{*uri}, context.stop);
  if (!content && content.error().code == ErrorCode::resource_not_found) {
    co_return std::unexpected(not_found(content.error(), *uri, context));
  }
  if (!content) co_return rpc_error(rpc::kInternalError, content.error().message);
  json::object item{{"uri", content->uri}, {"mimeType", content->mime_type}};
  if (content->binary) {
    item["blob"] = base64_encode(content->data);
  } else {
    item["text"] = content->data;
  }
  json::object result;
  result["contents"] = json::array{std::move(item)};
  mark_cacheable(result, context, 0);
  co_return result;
}

Task<rpc::Answer> watch_resource(Server&, const json::object& params, RequestContext& context,
                                 const json::value&) {
  return set_watch(params, context, true);
}

Task<rpc::Answer> unwatch_resource(Server&, const json::object& params, RequestContext& context,
                                   const json::value&) {
  return set_watch(params, context, false);
}

}  // namespace oc::mcp
