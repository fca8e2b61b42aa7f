import { createServer } from "node:net";
import postgres from "postgres";

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

/** Throws if the database does not answer, refuses the login or is too old. The message never holds the password. */
export async function checkDatabase(url, setting = "DATABASE_URL") {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const [{ version }] = await sql`SELECT current_setting('server_version_num')::int AS version`;
    if (version < 160_000)
      throw Object.assign(new Error(), { code: "an old version: PostgreSQL 16 or newer is needed" });
  } catch (error) {
    const { hostname, port, pathname } = URL.parse(url) ?? { hostname: "?", port: "", pathname: "" };
    throw new Error(
      `The database at ${hostname}:${port || 5432}${pathname} cannot be used (${error.code ?? "no answer"}). Check ${setting}, and that the server runs.`,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
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
