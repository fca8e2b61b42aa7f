import { existsSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { readCertificates } from "#db/certificates.ts";
import { readSecretFiles } from "#lib/core/secret-files.ts";

/**
 * Reads the `.env` file of the project, if there is one, and the files of secrets. A variable that is set already stays, and so
 * does a `…_FILE` that cannot be read: the configuration names it.
 */
export function loadEnvFile(root) {
  const file = join(root, ".env");
  const known = process.env.NODE_EXTRA_CA_CERTS;
  if (existsSync(file)) process.loadEnvFile(file);
  if (known === undefined) trust(process.env.NODE_EXTRA_CA_CERTS?.trim());
  const { env } = readSecretFiles(process.env);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Node reads that setting only when it starts. A file that cannot be read is named with the other settings. */
function trust(file) {
  const read = file ? readCertificates(file) : null;
  // Older than 22.19, Node knows them from its own environment alone.
  if (Array.isArray(read)) tls.setDefaultCACertificates?.([...tls.getCACertificates("default"), ...read]);
}
