import { createServer } from "node:net";

/** The app's port. The demo shop takes the next one, the sandbox eID the one after. */
export function readPort(env) {
  const port = Number(env.PORT?.trim() || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_533)
    throw new Error("PORT must be a whole number from 1 to 65533.");
  return port;
}

/** Throws with the ports that another program uses. */
export async function checkPorts(ports) {
  const taken = [];
  for (const port of ports) if (!(await isFree(port))) taken.push(port);
  if (taken.length === 0) return;
  const which = taken.length === 1 ? `Port ${taken[0]} is` : `Ports ${taken.join(" and ")} are`;
  throw new Error(`${which} taken by another program. Stop it, or choose another: PORT=4000 npm start`);
}

async function isFree(port) {
  const hosts = [undefined, "127.0.0.1"];
  for (const host of hosts) {
    const isFreeThere = await new Promise((done) => {
      const probe = createServer().once("error", () => done(false));
      probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)));
    });
    if (!isFreeThere) return false;
  }
  return true;
}
