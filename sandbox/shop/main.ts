import { startShop } from "./server.ts";

const { PORT, HOST, SHOP_URL, AGEWAY_URL, PLUGIN_KEY, SHOP_SECRET, CHECK_URL } = process.env;

try {
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 1) throw new Error("PORT must be the port to listen on");
  if (!AGEWAY_URL || !PLUGIN_KEY || !SHOP_SECRET) throw new Error("AGEWAY_URL, PLUGIN_KEY and SHOP_SECRET must be set");
  const shop = await startShop({
    port,
    ...(HOST && { host: HOST }),
    agewayUrl: AGEWAY_URL,
    pluginKey: PLUGIN_KEY,
    secret: SHOP_SECRET,
    checkUrl: CHECK_URL,
    ...(SHOP_URL && { url: SHOP_URL }),
  });
  console.log(`The shop is open at ${shop.url}`);
  const stop = () => void shop.close().then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
  process.once("disconnect", stop);
  process.send?.({ ready: true });
} catch (error) {
  console.error(`The shop cannot open: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
