import postgres from "postgres";
import { BY_OUR_SOCKET } from "#db/open-socket.ts";
import { conditionOf, databaseAdvice } from "#lib/core/sqlstate.rules.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
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
  migrate: async (url, login) => (await import("#db/migrate.ts")).migrate(url, login, undefined, { notify }),
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

/** What a step waits for, below its name. */
function notify(sentence) {
  process.stdout.write(`\n    ${sentence}\n`);
}

/** How long a database may take to let us in and to answer. */
const ANSWER_MS = 10_000;

/** Throws if the database does not answer, refuses the login or is too old. The message never holds the password. */
async function checkDatabase(url, setting = "DATABASE_URL") {
  const sql = postgres(url, { ...BY_OUR_SOCKET, max: 1, connect_timeout: 5, onnotice: () => {} });
  const { hostname, port, pathname } = URL.parse(url) ?? { hostname: "?", port: "", pathname: "" };
  const refuse = (why, advice) => {
    throw new Error(`The database at ${hostname}:${port || 5432}${pathname} cannot be used (${why}). ${advice}`);
  };
  try {
    const asked = sql`SELECT current_setting('server_version_num')::int AS version`.execute();
    const [{ version }] = await withTimeout(ANSWER_MS, asked).catch(({ code }) => {
      const why = [code ?? "no answer", conditionOf(code)?.condition].filter(Boolean).join(" ");
      const advice = databaseAdvice(code)?.replaceAll("DATABASE_URL", setting);
      return refuse(why, advice ?? `Check ${setting}, and that the server runs.`);
    });
    if (version < 160_000) refuse("an old version", `PostgreSQL 16 or newer is needed. Check ${setting}.`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
