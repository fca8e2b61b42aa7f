import postgres from "postgres";
import { configurationProblems } from "#lib/eid/providers.ts";
import { loadEnvFile } from "./env-file.mjs";

/** What `startPreparation` may ask for. */
const VERBS = {
  environment: (root) => {
    loadEnvFile(root);
    return process.env;
  },
  configurationProblems,
  checkDatabase,
  // Loaded only now: its packages take most of the time in which a start is refused.
  migrate: async (url, login) => (await import("#db/migrate.ts")).migrate(url, login),
};

process.on("message", async ({ verb, args }) => {
  try {
    process.send({ result: await VERBS[verb](...args) });
  } catch (fault) {
    process.send({ message: fault instanceof Error ? fault.message : String(fault) });
  }
});
// Also where the start was killed.
process.once("disconnect", () => process.exit());

/** Throws if the database does not answer, refuses the login or is too old. The message never holds the password. */
async function checkDatabase(url, setting = "DATABASE_URL") {
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
