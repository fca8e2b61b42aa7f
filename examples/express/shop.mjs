import { randomBytes } from "node:crypto";
import { createAgeway } from "@ageway/server";
import { ageGate } from "@ageway/server/express";
import express from "express";
import session from "express-session";
import { catalogue, checkout, thanks } from "./pages.mjs";

const { AGEWAY_URL, AGEWAY_KEY, AGEWAY_SECRET, PORT = "8080", SHOP_URL = `http://localhost:${PORT}` } = process.env;
// In production: one that outlives a restart.
const { SESSION_SECRET = randomBytes(32).toString("hex") } = process.env;

const shop = express();
const cookie = { httpOnly: true, sameSite: "lax", secure: SHOP_URL.startsWith("https:") };
shop.use(session({ secret: SESSION_SECRET, cookie, resave: false, saveUninitialized: false }));

const ageway = createAgeway({ url: AGEWAY_URL, pluginKey: AGEWAY_KEY, secret: AGEWAY_SECRET });
shop.use(ageGate({ ageway, age: 18, match: ["/checkout", "/order"], origin: SHOP_URL }));

shop.get("/", (_, response) => void response.send(catalogue()));
shop.get("/checkout", (request, response) => void response.send(checkout(request.query.wine)));
shop.post("/order", (_, response) => void response.send(thanks()));

shop.listen(PORT, () => console.log(`The shop is open at ${SHOP_URL}`));
