import { readClients } from "./clients.ts";
import { startEid } from "./server.ts";

const { PORT, HOST, SANDBOX_EID_URL, SANDBOX_EID_SHOP_URL, SANDBOX_EID_CLIENTS, SANDBOX_EID_SLOW_MS } = process.env;

try {
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 1) throw new Error("PORT must be the port to listen on");
  const clients = readClients(SANDBOX_EID_CLIENTS);
  const eid = await startEid({
    port,
    ...(HOST && { host: HOST }),
    clients,
    shopUrl: SANDBOX_EID_SHOP_URL,
    ...(SANDBOX_EID_URL !== undefined && { url: SANDBOX_EID_URL }),
    ...(SANDBOX_EID_SLOW_MS !== undefined && { slowMs: Number(SANDBOX_EID_SLOW_MS) }),
  });
  console.log(`The sandbox eID listens at ${eid.url}`);
  const stop = () => void eid.close().then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
  process.once("disconnect", stop);
  process.send?.({ ready: true });
} catch (error) {
  console.error(`The sandbox eID cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
