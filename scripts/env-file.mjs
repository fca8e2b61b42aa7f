import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { parseEnv } from "node:util";
import { readCertificates } from "#db/certificates.ts";
import { readEnvironment } from "#lib/runtime/secret-files.ts";

/** Reads `.env` and the files of secrets. What is set already stays; what is empty counts as unset. */
export function loadEnvFile(root) {
  const known = process.env.NODE_EXTRA_CA_CERTS;
  const { env } = readEnvironment({ ...readEnvFile(join(root, ".env")), ...process.env });
  if (known === undefined) trust(env.NODE_EXTRA_CA_CERTS?.trim());
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Throws an error that names each line which programs read in different ways, and never repeats a value. */
function readEnvFile(file) {
  if (!existsSync(file)) return {};
  // Node takes the line after a value of spaces alone for that value.
  const text = textOf(file).replace(/[ \t\r]+$/gm, "");
  const cut = [...withoutQuoted(text).matchAll(UNQUOTED_HASH)].map(([, name]) => name);
  if (cut.length === 0) return parseEnv(text);
  throw new Error(
    [
      `${file} cannot be used:`,
      ...cut.map(
        (name) =>
          `  - ${name} has a #, at which its value would end: put the value in quotes, and a comment on a line of its own`,
      ),
    ].join("\n"),
  );
}

/** A byte order mark is dropped. */
function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (fault) {
    const why = fault.code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8: save it as UTF-8" : fault.code;
    throw new Error(`${file} cannot be read (${why})`);
  }
}

const UNQUOTED_HASH = /^\s*(?:export\s+)?([\w.-]+)[ \t]*=[ \t]*[^\s#][^\n]*?#/gm;

function withoutQuoted(text) {
  return text.replace(/^\s*#.*$/gm, "").replace(/(=[ \t]*)(["'`])[\s\S]*?\2.*$/gm, "$1");
}

/** Node reads that setting only when it starts. A file that cannot be read is named with the other settings. */
function trust(file) {
  const read = file ? readCertificates(file) : null;
  // Older than 22.19, Node knows them from its own environment alone.
  if (Array.isArray(read)) tls.setDefaultCACertificates?.([...tls.getCACertificates("default"), ...read]);
}
