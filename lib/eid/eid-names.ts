import type { Environment } from "#lib/core/config.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { readSecretFiles } from "#lib/core/secret-files.ts";
import { setOnly } from "#lib/core/settings.ts";
import { readProvider } from "./configuration.ts";

/**
 * What the live eIDs are called, for documents that must still say it in years. One that is not configured has no name: the
 * operator's command may run without them. Where both have one name, as in a demo, the letter tells them apart.
 */
export function liveEidNames(given: Environment = process.env): Partial<Record<ProviderId, string>> {
  const env = setOnly(readSecretFiles(given).env);
  const nameOf = (prefix: string) => {
    const read = readProvider(env, prefix);
    return read.ok ? read.provider.name : undefined;
  };
  const [s, b] = [nameOf("EID_S"), nameOf("EID_B")];
  const isShared = s !== undefined && s === b;
  return {
    ...(s !== undefined && { s: isShared ? `${s} S` : s }),
    ...(b !== undefined && { b: isShared ? `${b} B` : b }),
  };
}
