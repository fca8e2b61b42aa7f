import type { DatabaseAddress } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import type { TablesVersion } from "#db/tables-version.ts";
import { databaseAdvice, namesObjects } from "#lib/base/sqlstate.rules.ts";
import { faultOf } from "#lib/observe/log.ts";
import { adminConfig } from "./config.ts";

type Given = { databaseAddress: DatabaseAddress; ownerAddress: DatabaseAddress; isPooled: boolean };
/** A program that was built into one file runs in the project's folder. */
const MIGRATIONS = "db/migrations";

/** Brings the tables to this version, or finds that they are. A fault is in words: the message of the driver repeats our statements. */
export async function migrateDatabase(
  notify: (sentence: string) => void,
  given: Given = adminConfig(),
  folder = MIGRATIONS,
): Promise<TablesVersion> {
  const { databaseAddress, ownerAddress } = given;
  const isPooled = given.isPooled && ownerAddress === databaseAddress;
  try {
    return await migrate(ownerAddress, databaseAddress.user, folder, { notify, isPooled });
  } catch (fault) {
    throw new Error(wordsOf(fault));
  }
}

/** Says what a migration failed by. Ours are sentences already, and have no code. */
function wordsOf(fault: unknown): string {
  const { code, condition } = faultOf(fault);
  const inner = innermost(fault);
  if (code === undefined || !("code" in inner)) return inner.message;
  const said = namesObjects(code) ? `: ${inner.message}` : "";
  const advice = databaseAdvice(code, "migrate") ?? "Read the log of PostgreSQL.";
  return `The tables could not be brought to this version (${[code, condition].filter(Boolean).join(" ")}${said}). ${advice}`;
}

function innermost(fault: unknown): Error {
  if (!(fault instanceof Error)) return new Error(String(fault));
  return fault.cause instanceof Error && ("code" in fault || "query" in fault) ? innermost(fault.cause) : fault;
}
