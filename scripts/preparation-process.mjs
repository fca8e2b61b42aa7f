import { configurationProblems } from "#lib/eid/providers.ts";
import { checkDatabase } from "./check-database.mjs";
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
