import type { JWK } from "jose";
import { readAuthentication, readDecryption } from "#lib/eid/credentials.ts";
import { publicKeysOf } from "#lib/eid/public-keys.ts";
import { configurationError } from "#lib/runtime/config.ts";
import { type Environment, readEnvironment } from "#lib/runtime/secret-files.ts";
import { PREFIXES } from "./read-eid.ts";

/**
 * Says what `/.well-known/eid-jwks.json` has of one eID, or of all, before the server runs: a broker may want the keys
 * before it gives a client id, so nothing but the keys has to hold. Throws, with every problem of theirs.
 */
export async function eidJwks(which: string | undefined, env: Environment = process.env): Promise<{ keys: JWK[] }> {
  const { env: settings, problems: unread } = readEnvironment(env);
  const prefixes = Object.entries(PREFIXES).flatMap(([name, prefix]) =>
    which === undefined || name === which ? [prefix] : [],
  );
  const ofTheirs = (problem: string) => prefixes.some((prefix) => problem.startsWith(`${prefix}_`));
  const problems = unread.filter(ofTheirs);
  const found = prefixes.map((prefix) => {
    const source = { get: (name: string) => settings[`${prefix}_${name}`]?.trim(), prefix, problems };
    const signs = source.get("PRIVATE_KEY") !== undefined;
    return {
      authentication: signs ? readAuthentication(source, undefined) : NO_KEY,
      // Any algorithm does: the content encryption is no part of a key.
      decryption: readDecryption(source, "A128GCM", source.get("DECRYPTION_KEYS") !== undefined),
    };
  });
  const isNone = found.every(({ authentication, decryption }) => authentication === NO_KEY && decryption === null);
  if (isNone && problems.length === 0) problems.push(...prefixes.map(noneAt));
  if (problems.length > 0) throw configurationError(problems);
  return publicKeysOf(found);
}

const NO_KEY = { method: "client_secret_basic", secret: "" } as const;

function noneAt(prefix: string): string {
  return `${prefix}_PRIVATE_KEY and ${prefix}_DECRYPTION_KEYS are missing: ageway eid key makes one`;
}
