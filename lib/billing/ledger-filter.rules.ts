import { parseIsoDate } from "#lib/core/birth-date.rules.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";

/** A reversal takes a check back. */
export const LEDGER_KINDS = ["check", "reversal"] as const;

/** Says which rows of the ledger. An absent field matches all rows. Days are UTC; `until` is the last day. */
export type LedgerFilter = ReturnType<typeof readLedgerFilter>;

const HOST = /^[a-z0-9.:[\]-]{1,253}$/;

/** Reads the query of an address. Leaves out a value that is invalid or given twice. */
export function readLedgerFilter(given: Record<string, string | string[] | undefined>) {
  const oneOf = <Word extends string>(name: string, words: readonly Word[]) =>
    words.find((word) => word === given[name]);
  const shaped = (name: string, fits: (text: string) => boolean) => {
    const text = given[name];
    return typeof text === "string" && fits(text) ? text : undefined;
  };
  return present({
    since: shaped("since", isDay),
    until: shaped("until", isDay),
    provider: oneOf("provider", ["s", "b"]),
    mode: oneOf("mode", ["live", "test"]),
    key: shaped("key", (text) => readPluginKey(text) !== null),
    host: shaped("host", (text) => HOST.test(text)),
    kind: oneOf("kind", LEDGER_KINDS),
    credits: oneOf("credits", ["without", "only"]),
  });
}

export function ledgerQuery(filter: LedgerFilter): string {
  return new URLSearchParams(present(filter) as Record<string, string>).toString();
}

/** A day such as "2028-02-29". PostgreSQL has no year 0. */
function isDay(text: string): boolean {
  return (parseIsoDate(text)?.year ?? 0) > 0;
}

function present<Given extends object>(given: Given): { [Name in keyof Given]?: NonNullable<Given[Name]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
