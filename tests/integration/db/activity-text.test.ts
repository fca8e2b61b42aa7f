import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { database } from "#lib/runtime/database.ts";

/** What each column of an event takes; the table says it by a class and a length, which cost a row less. */
const TAKEN = {
  code: /^[a-z_]{1,40}$/,
  host: /^[a-z0-9.:[\]-]{1,253}$/,
  reference: /^[2-9A-HJ-NP-Z]{8}$/,
};

const CHARACTERS = [..."az_09.:[]-289ABHIJNOPZ01~`{@/;\\^$ \n\té\u{1F37A}"];
const LENGTHS = [0, 1, 2, 7, 8, 9, 39, 40, 41, 252, 253, 254, 300];

test.for(Object.entries(TAKEN))("the table takes exactly the texts of a %s", async ([column, taken]) => {
  const [{ condition } = expect.fail()] = await database().execute<{ condition: string }>(sql`
    SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint
    WHERE conrelid = 'activity_event'::regclass AND contype = 'c' AND conkey = ARRAY(
      SELECT attnum FROM pg_attribute WHERE attrelid = 'activity_event'::regclass AND attname = ${column})`);
  const inside = CHARACTERS.filter((character) => taken.test(character.repeat(8)));
  const texts = [
    ...LENGTHS.flatMap((length) => [...inside.slice(0, 3), "é"].map((character) => character.repeat(length))),
    ...CHARACTERS.flatMap((character) =>
      [0, 3, 7].map((at) => "2222ZZZZ".slice(0, at) + character + "AAAAAAAA".slice(at + 1)),
    ),
    ...CHARACTERS.flatMap((character) => [character, `${character}a`, `a${character}`, `a${character}a`]),
    ...fc.sample(fc.string({ unit: fc.constantFrom(...inside), maxLength: 300 }), 500),
    ...fc.sample(fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 300 }), 500),
  ];
  const rows = await database().execute<{ text: string; isTaken: boolean | null }>(sql`
    SELECT ${sql.identifier(column)} AS text, ${sql.raw(condition)} AS "isTaken"
    FROM jsonb_array_elements_text(${JSON.stringify([...texts, null])}::jsonb) AS t(${sql.identifier(column)})`);
  expect(rows).toHaveLength(texts.length + 1);
  // A CHECK that is neither true nor false lets its row pass.
  const expected = [...texts.map((text) => taken.test(text)), null];
  expect(rows.map(({ isTaken }) => isTaken)).toEqual(expected);
  expect(new Set(expected).size).toBe(3);
});
