import { drizzle } from "drizzle-orm/postgres-js";
import { databaseAt } from "#db/address.ts";
import { openClient } from "#db/open-client.ts";
import { straySettings } from "#db/queries/database.ts";
import { sessionOf } from "#db/session.ts";
import { databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import { configurationProblems } from "#lib/eid/read-providers.ts";
import { faultOf } from "#lib/observe/log.ts";
import { withTimeout } from "#lib/runtime/with-timeout.ts";
import { loadEnvFile } from "./env-file.mjs";

/** What `preparation.mjs` asks for; each verb has arguments of its own. */
const VERBS: Record<string, (...args: never[]) => unknown> = {
  environment: (root: string) => {
    loadEnvFile(root);
    return process.env;
  },
  configurationProblems,
  checkDatabase,
  // Loaded only now: its packages take most of the time in which a start is refused.
  migrate: async ({ DATABASE_URL = "", DATABASE_OWNER_URL, DATABASE_POOLER }: NodeJS.ProcessEnv) => {
    const { migrateDatabase } = await import("#lib/runtime/migrate-database.ts");
    const databaseAddress = databaseAt(DATABASE_URL);
    const ownerAddress = DATABASE_OWNER_URL?.trim() ? databaseAt(DATABASE_OWNER_URL) : databaseAddress;
    const given = { databaseAddress, ownerAddress, isPooled: DATABASE_POOLER?.trim() === "transaction" };
    const found = await migrateDatabase(notify, given, `${import.meta.dirname}/../db/migrations`);
    if (found === "newer") notify("The tables are of a newer version, which works with this one.");
  },
};

process.on("message", async ({ verb, args }: { verb: string; args: never[] }) => {
  try {
    process.send?.({ result: await VERBS[verb]?.(...args) });
  } catch (fault) {
    process.send?.({ message: fault instanceof Error ? fault.message : String(fault) });
  }
});
// Also where the start was killed.
process.once("disconnect", () => process.exit());

/** Says what a step waits for, below its name. */
function notify(sentence: string): void {
  process.stdout.write(`\n    ${sentence}\n`);
}

const ANSWER_MS = 10_000;

/** Throws if the database does not answer, refuses the login or is too old. The message never holds the password. */
async function checkDatabase(url: string, setting = "DATABASE_URL", isPooled = false): Promise<void> {
  const address = databaseAt(url);
  if (address.unused.length > 0) notify(`${setting} has parameters that change nothing: ${address.unused.join(", ")}`);
  const sql = openClient(address, { max: 1, ...(isPooled && { prepare: false, connection: sessionOf(true) }) });
  const refuse = (why: string, advice: string): never => {
    const hosts = address.hosts.map(({ host, port }) => `${host}:${port}`).join(",");
    throw new Error(`The database at ${hosts}/${address.database} cannot be used (${why}). ${advice}`);
  };
  try {
    const asked = sql<[{ version: number; encoding: string }]>`
      SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`.execute();
    const [{ version, encoding }] = await withTimeout(ANSWER_MS, asked).catch((fault) => {
      const { code, condition, advice = databaseAdvice(code) } = faultOf(fault);
      const why = [code ?? "no answer", condition].filter(Boolean).join(" ");
      return refuse(why, advice?.replaceAll("DATABASE_URL", setting) ?? `Check ${setting}, and that the server runs.`);
    });
    if (version < 160_000) refuse("an old version", `PostgreSQL 16 or newer is needed. Check ${setting}.`);
    // Others' defaults come through a pooler; without one, each connection has what it must.
    const stray = isPooled ? await straySettings(drizzle(sql)) : [];
    if (stray.length > 0)
      refuse(
        `its login has another ${stray.join(", ")}`,
        `ALTER ROLE ${address.user} RESET ${stray[0]}, and the like.`,
      );
    if (encoding !== "UTF8")
      refuse(`its encoding is ${encoding}`, "Make one in UTF-8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.");
  } finally {
    await sql.end({ timeout: 1 });
  }
}
