import { randomBytes } from "node:crypto";
import { createAgeway, sealedCookie } from "@ageway/server";
import { ageGate } from "@ageway/server/hono";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { catalogue, checkout, thanks } from "./pages.mjs";

const { AGEWAY_URL, AGEWAY_KEY, AGEWAY_SECRET, PORT = "8080", SHOP_URL = `http://localhost:${PORT}` } = process.env;
// In production: one that outlives a restart.
const { SESSION_SECRET = randomBytes(32).toString("hex") } = process.env;

const shop = new Hono();

const ageway = createAgeway({ url: AGEWAY_URL, pluginKey: AGEWAY_KEY, secret: AGEWAY_SECRET });
const session = sealedCookie({ secret: SESSION_SECRET });
shop.use(ageGate({ ageway, age: 18, match: ["/checkout", "/order"], session, origin: SHOP_URL }));

shop.get("/", (context) => context.html(catalogue()));
shop.get("/checkout", (context) => context.html(checkout(context.req.query("wine"))));
shop.post("/order", (context) => context.html(thanks()));

serve({ fetch: shop.fetch, port: Number(PORT) }, () => console.log(`The shop is open at ${SHOP_URL}`));
