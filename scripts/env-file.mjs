import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSecretFiles } from "#lib/core/secret-files.ts";

/**
 * Reads the `.env` file of the project, if there is one, and the files of secrets. A variable that is set already stays, and so
 * does a `…_FILE` that cannot be read: the configuration names it.
 */
export function loadEnvFile(root) {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  const { env } = readSecretFiles(process.env);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}
