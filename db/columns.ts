import { arrayOf } from "./prepared.ts";

type Value = string | number | boolean | null;

/**
 * A list of rows that a statement takes as its parameters, a column each. The table says once what a column is called in the
 * statement, of which type it is, and how it is read of a row.
 */
export function rowList<Row>(columns: Readonly<Record<string, readonly [type: string, read: (row: Row) => Value]>>) {
  const all = Object.entries(columns);
  return {
    /** For the text of the statement, where the first column is `$first`: `unnest(…) AS alias(…)`. */
    from(alias: string, first: number, ordinality?: string): string {
      const lists = all.map(([, [type]], n) => `$${first + n}::${type}[]`).join(", ");
      const names = [...Object.keys(columns), ...(ordinality ? [ordinality] : [])].join(", ");
      return `unnest(${lists})${ordinality ? " WITH ORDINALITY" : ""} AS ${alias}(${names})`;
    },
    /** The parameters, in the same order. */
    of: (rows: readonly Row[]): string[] => all.map(([, [, read]]) => arrayOf(rows.map(read))),
    /** The same text for rows that do not differ. */
    nameOf: (row: Row): string => JSON.stringify(all.map(([, [, read]]) => read(row))),
    size: all.length,
  };
}
