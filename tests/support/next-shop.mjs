// Serves an App Router app as `next start` does, as far as the examples go: node next-shop.mjs <folder of the app>
// First proxy.ts, then a route or a page in its layout.
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { build } from "esbuild";
import { NextRequest } from "next/server.js";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const [, , folder = ""] = process.argv;
const ADDRESSES = { "/": "page.tsx", "/checkout": "checkout/page.tsx", "/order": "order/route.ts" };

const { proxy } = await load("proxy.ts");
const { default: Layout } = await load("app/layout.tsx");
const modules = {};
for (const [path, file] of Object.entries(ADDRESSES)) modules[path] = await load(`app/${file}`);

const listener = getRequestListener(async (incoming) => {
  const { url, method, headers } = incoming;
  const gated = await proxy(new NextRequest(url, { method, headers }));
  if (!gated.headers.has("x-middleware-next")) return gated;
  const { pathname, searchParams } = new URL(url);
  const answer = await answerOf(modules[pathname], method, Promise.resolve(Object.fromEntries(searchParams)));
  for (const [name, value] of gated.headers) if (!name.startsWith("x-middleware")) answer.headers.set(name, value);
  return answer;
});
createServer(listener).listen(process.env.PORT, () => console.log(`The shop is open at ${process.env.SHOP_URL}`));

async function answerOf(module, method, searchParams) {
  if (module === undefined) return new Response("Not found", { status: 404 });
  if (module.default === undefined) return (await module[method]?.()) ?? new Response(null, { status: 405 });
  const page = createElement(Layout, null, await module.default({ searchParams }));
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(`<!DOCTYPE html>${renderToString(page)}`, { headers });
}

async function load(file) {
  const outfile = join(folder, ".built", `${file}.mjs`);
  const options = { bundle: true, format: "esm", platform: "node", jsx: "automatic", packages: "external" };
  await build({ entryPoints: [join(folder, file)], outfile, ...options });
  return import(pathToFileURL(outfile));
}
