import { userInfo } from "node:os";
import { type AddressParts, parseAddress } from "./address.rules.ts";
import { readCertificates } from "./certificates.ts";

/** `ca`: the certificates that are trusted, as PEM; `null`: those of Node, and of NODE_EXTRA_CA_CERTS. */
export type DatabaseAddress = Omit<AddressParts, "caFile"> & { ca: string | null };

type Read = { ok: true; address: DatabaseAddress } | { ok: false; problem: string };

/** Reads an address, with the certificates that it names: one that is read can be used. Whatever connects takes this, and no text. */
export function readDatabaseAddress(text: string): Read {
  const parsed = parseAddress(text);
  if (!parsed.ok) return parsed;
  const { ok, caFile, ...parts } = parsed;
  const ca = caFile === null ? null : readCertificates(caFile);
  if (ca !== null && "problem" in ca) return { ok: false, problem: `has an sslrootcert that ${ca.problem}` };
  const user = parts.user || userInfo().username;
  return { ok, address: { ...parts, user, database: parts.database || user, ca: ca?.join("\n") ?? null } };
}

/** Reads a text that a program of ours made. */
export function databaseAt(text: string): DatabaseAddress {
  const read = readDatabaseAddress(text);
  if (!read.ok) throw new Error(`The address of the database ${read.problem}`);
  return read.address;
}
