import { randomBytes } from "node:crypto";
import { createAgeway, sealedCookie } from "@ageway/server";
import { bootstrap, dummyPaymentHandler } from "@vendure/core";
import { populate } from "@vendure/core/cli/index.js";
import { agePlugin } from "./age-plugin.mjs";
import { pages } from "./pages.mjs";

const random = () => randomBytes(32).toString("hex");
const { AGEWAY_URL, AGEWAY_KEY, AGEWAY_SECRET, PORT = "8080", SHOP_URL = `http://localhost:${PORT}` } = process.env;
// In production: ones that outlive a restart.
const { SESSION_SECRET = random(), SUPERADMIN_PASSWORD = random() } = process.env;

const ageway = createAgeway({ url: AGEWAY_URL, pluginKey: AGEWAY_KEY, secret: AGEWAY_SECRET });
const session = sealedCookie({ secret: SESSION_SECRET });

const config = {
  apiOptions: {
    port: Number(PORT),
    middleware: [{ route: "/", beforeListen: true, handler: pages(`http://localhost:${PORT}/shop-api`) }],
  },
  authOptions: {
    tokenMethod: ["cookie", "bearer"],
    cookieOptions: { secret: SESSION_SECRET },
    superadminCredentials: { identifier: "superadmin", password: SUPERADMIN_PASSWORD },
  },
  // In memory, and new at each start.
  dbConnectionOptions: { type: "sqljs", synchronize: true },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [agePlugin({ ageway, session, origin: SHOP_URL })],
};

const settled = { code: dummyPaymentHandler.code, arguments: [{ name: "automaticSettle", value: "true" }] };
const data = {
  defaultLanguage: "en",
  defaultZone: "Europe",
  countries: [{ name: "Denmark", code: "DK", zone: "Europe" }],
  taxRates: [{ name: "Standard", percentage: 25 }],
  shippingMethods: [{ name: "Post", price: 500 }],
  paymentMethods: [{ name: "Invoice", handler: settled }],
  collections: [],
};

// Vendure reports how it is used, unless told otherwise.
process.env.VENDURE_DISABLE_TELEMETRY ??= "true";
export const app = await bootstrap(config, {
  async onBeforeAppListen(shop) {
    await shop.init();
    await populate(async () => shop, data, `${import.meta.dirname}/wines.csv`);
  },
});
console.log(`The shop is open at ${SHOP_URL}`);
