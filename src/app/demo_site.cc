#include "app/demo_site.h"

#include "base/text.h"
#include "net/http_server.h"

namespace oc::app {
namespace {

constexpr std::string_view kShop = R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tea shop</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#222;background:#faf8f4}
header,main,footer{max-width:60rem;margin:auto;padding:1rem 2rem}
header{display:flex;justify-content:space-between;align-items:center}
.cards{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem;padding:0;list-style:none}
.card{background:#fff;border:1px solid #e5e0d8;border-radius:12px;padding:1rem}
.price{font-weight:600}button{padding:.5rem 1rem;border-radius:8px;border:0;background:#2d6a4f;color:#fff}
input{padding:.5rem;border:1px solid #ccc;border-radius:8px}
</style></head><body>
<header><h1>Tea shop</h1><nav aria-label="Main"><a href="/">Home</a> · <a href="/tea/sencha">Sencha</a></nav>
<form role="search"><label>Search <input type="search" name="q" placeholder="Oolong…"></label></form></header>
<main><h2>This week</h2><ul class="cards">
<li class="card"><h3 class="name"><a href="/tea/sencha">Sencha</a></h3><p class="price">€ 12.50</p>
<p class="origin">Japan</p><button>Add to basket</button></li>
<li class="card"><h3 class="name"><a href="/tea/assam">Assam</a></h3><p class="price">€ 8.90</p>
<p class="origin">India</p><button>Add to basket</button></li>
<li class="card"><h3 class="name"><a href="/tea/tieguanyin">Tieguanyin</a></h3><p class="price">€ 21.00</p>
<p class="origin">China</p><button disabled>Sold out</button></li>
</ul><p>Your basket holds <output id="count">0</output> packets.</p></main>
<footer><small>Free delivery from € 30.</small></footer>
<script>
let n = 0; for (const button of document.querySelectorAll("button:not(:disabled)"))
  button.onclick = () => { count.value = ++n; console.log("basket", n); };
console.warn("demo: the picture of Assam is missing");
</script></body></html>)html";

constexpr std::string_view kSencha = R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sencha – Tea shop</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Sencha",
"offers":{"@type":"Offer","price":"12.50","priceCurrency":"EUR"},"aggregateRating":{"ratingValue":4.7}}</script>
</head><body><main><article><h1>Sencha</h1><p>A green tea from <b>Shizuoka</b>, first flush.</p>
<table><tr><th>Water</th><td>70 °C</td></tr><tr><th>Time</th><td>90 s</td></tr></table>
<h2>How to brew</h2><ol><li>Warm the pot.</li><li>Two spoons, three cups.</li><li>Wait, then <em>pour at once</em>.</li></ol>
<p><a href="/">Back to the shop</a></p></article></main></body></html>)html";

}  // namespace

std::string_view demo_page(std::string_view path) {
  path = path.substr(0, path.find('?'));
  if (path == "/") return kShop;
  if (path == "/tea/sencha") return kSencha;
  return "";
}

DemoSite::DemoSite(std::unique_ptr<net::HttpServer> server) : server_(std::move(server)) {}
DemoSite::DemoSite(DemoSite&&) noexcept = default;
DemoSite::~DemoSite() = default;

Result<DemoSite> DemoSite::open(const Executor& executor, Logger& log) {
  auto server =
      net::HttpServer::listen(executor, log, {}, nullptr, [](net::HttpExchange& exchange) -> Task<void> {
        std::string_view page = demo_page(exchange.request().target);
        net::HttpResponse response = net::HttpResponse::text(page.empty() ? 404 : 200, std::string{page});
        response.headers.set("Content-Type", "text/html; charset=utf-8");
        exchange.respond(std::move(response));
        co_return;
      });
  if (!server) return std::unexpected(std::move(server).error());
  return DemoSite{std::move(*server)};
}

std::string DemoSite::url(std::string_view path) const {
  return cat("http://127.0.0.1:", server_->port(), path);
}

Task<void> DemoSite::close() {
  co_await server_->close({});
}

}  // namespace oc::app
