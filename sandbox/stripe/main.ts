import { addPrice } from "./account.ts";
import { startStripe } from "./server.ts";

const { PORT, HOST, STRIPE_SECRET_KEY, STRIPE_METER, WEBHOOK_URL, WEBHOOK_SECRET } = process.env;

try {
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 1) throw new Error("PORT must be the port to listen on");
  if (!STRIPE_SECRET_KEY || !STRIPE_METER) throw new Error("STRIPE_SECRET_KEY and STRIPE_METER must be set");
  const stripe = await startStripe({
    port,
    ...(HOST && { host: HOST }),
    secretKey: STRIPE_SECRET_KEY,
    meter: STRIPE_METER,
    ...(WEBHOOK_URL && WEBHOOK_SECRET && { ear: { url: WEBHOOK_URL, secret: WEBHOOK_SECRET } }),
  });
  addPrice(stripe.account, "price_fee", { currency: "eur", unitAmount: 2_900, isMetered: false });
  addPrice(stripe.account, "price_usage", { currency: "eur", unitAmount: 1, isMetered: true });
  console.log(`The sandbox Stripe listens at ${stripe.url}, with price_fee (29.00 EUR) and price_usage (metered)`);
  const stop = () => void stripe.close().then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
  process.once("disconnect", stop);
  process.send?.({ ready: true });
} catch (error) {
  console.error(`The sandbox Stripe cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
