import { randomBytes } from "node:crypto";
import { createAgeway } from "@ageway/server";
import { ageGate } from "@ageway/server/fastify";
import cookies from "@fastify/cookie";
import sessions from "@fastify/session";
import fastify from "fastify";
import { catalogue, checkout, thanks } from "./pages.mjs";

const { AGEWAY_URL, AGEWAY_KEY, AGEWAY_SECRET, PORT = "8080", SHOP_URL = `http://localhost:${PORT}` } = process.env;
// In production: one that outlives a restart.
const { SESSION_SECRET = randomBytes(32).toString("hex") } = process.env;

const shop = fastify();
const cookie = { httpOnly: true, sameSite: "lax", secure: SHOP_URL.startsWith("https:") };
await shop.register(cookies);
await shop.register(sessions, { secret: SESSION_SECRET, cookie, saveUninitialized: false });
shop.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, text, done) => {
  done(null, Object.fromEntries(new URLSearchParams(text)));
});

const ageway = createAgeway({ url: AGEWAY_URL, pluginKey: AGEWAY_KEY, secret: AGEWAY_SECRET });
shop.addHook("preHandler", ageGate({ ageway, age: 18, match: ["/checkout", "/order"], origin: SHOP_URL }));

const HTML = "text/html; charset=utf-8";
shop.get("/", (_, reply) => reply.type(HTML).send(catalogue()));
shop.get("/checkout", (request, reply) => reply.type(HTML).send(checkout(request.query.wine)));
shop.post("/order", (_, reply) => reply.type(HTML).send(thanks()));

await shop.listen({ port: Number(PORT) });
console.log(`The shop is open at ${SHOP_URL}`);
