import { expect, test } from "vitest";
import { readProvider } from "#lib/eid/configuration.ts";
import { answersFor, askedFor } from "#lib/eid/providers.ts";
import { startPresetEid } from "#tests/support/preset-eid.ts";

const eid = (checksOf16: string) => {
  const read = readProvider(
    {
      E_PRESET: "idin-signicat",
      E_ISSUER: "https://a.example/auth/open",
      E_CLIENT_ID: "a",
      E_CLIENT_SECRET: "b",
      E_CHECKS_OF_16: checksOf16,
    },
    "E",
  );
  return read.ok ? read.provider : null;
};

test("an eID that refuses checks of 16 is none for them, and one for checks of 18", () => {
  expect([answersFor(16, eid("refuse")), answersFor(18, eid("refuse"))]).toEqual([false, true]);
  expect([answersFor(16, eid("ask_18")), answersFor(18, eid("ask_18"))]).toEqual([true, true]);
  expect([answersFor(16, null), answersFor(18, null)]).toEqual([false, false]);
});

test("what is set for checks of 16 says nothing about those of any other age", () => {
  const other = 21 as never;
  const asked = (words: string, age: 16 | 18) => askedFor(eid(words) ?? expect.fail(), age);
  expect([asked("ask_18", 16), asked("ask_18", 18), asked("ask_18", other)]).toEqual([18, 18, 21]);
  expect(answersFor(other, eid("refuse"))).toBe(true);
});

test("a check of 16 that is asked as one of 18 is a yes for an adult, and never one for somebody of 16 or 17", async () => {
  const { checked, close } = await startPresetEid("idin-signicat");
  try {
    expect(await checked("adult", 16)).toBe("verified");
    for (const persona of ["seventeen", "sixteen-today", "fifteen"])
      expect(await checked(persona, 16)).toBe("eid_no_age");
  } finally {
    await close();
  }
});
