import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PRESETS } from "#lib/eid/presets.ts";
import { log } from "#lib/observe/log.ts";
import { DIALECTS } from "#tests/support/dialects/dialects.ts";
import { isFull } from "#tests/support/full.ts";
import { type PresetName, startPresetEid } from "#tests/support/preset-eid.ts";

/** Persona, and how a check of 18 and one of 16 end: at an eID that answers for both, and at one that answers for 18 only. */
const EXPECTED = [
  ["adult", "verified", "verified", "verified"],
  ["eighteen-today", "verified", "verified", "verified"],
  ["eighteen-tomorrow", "too_young", "verified", "eid_no_age"],
  ["seventeen", "too_young", "verified", "eid_no_age"],
  ["sixteen-today", "too_young", "verified", "eid_no_age"],
  ["sixteen-tomorrow", "too_young", "too_young", "eid_no_age"],
  ["no-birthdate", "eid_no_age", "eid_no_age", "eid_no_age"],
  ["impossible-date", "eid_no_age", "eid_no_age", "eid_no_age"],
] as const;

/**
 * What these tell of the age stands in one place of what we fetch, so it cannot contradict itself: a birth date, an age, or a yes
 * or no that names its own age. (Signaturgruppen repeats it in userinfo, which we need not fetch.)
 */
const SINGLE_CLAIM: readonly PresetName[] = [
  "mitid-signaturgruppen",
  "bankid-no-idura-birthdate",
  "vipps-idura",
  "idin-idura",
  "personalausweis-idura",
  "bankid-no-direct",
  "vipps-direct",
  "ftn-direct",
  "itsme-direct",
];

/** On every run: both sides of the boundary, and what is no date. */
const USUAL: readonly string[] = ["eighteen-today", "eighteen-tomorrow", "impossible-date"];
const TRIED = EXPECTED.filter(([persona]) => isFull || USUAL.includes(persona));

const NAMES = Object.keys(PRESETS) as PresetName[];

test("every preset has an eID in the sandbox that speaks as its broker does", () => {
  const { years: _, ...spoken } = DIALECTS;
  expect(Object.keys(spoken).toSorted()).toEqual(NAMES.toSorted());
});

test.for(NAMES)("%s says where it was read, and when", (name) => {
  expect(PRESETS[name]?.source).toEqual({
    url: expect.stringMatching(/^(https:|sandbox)/),
    read: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
});

test("every preset that finds an age in one place only is known", () => {
  const once = NAMES.filter((name) => PRESETS[name]?.settings.claims?.length === 1);
  expect(once.toSorted()).toEqual(SINGLE_CLAIM.toSorted());
});

describe.for(NAMES)("%s", (name) => {
  let eid: Awaited<ReturnType<typeof startPresetEid>>;
  beforeAll(async () => {
    eid = await startPresetEid(name);
  });
  afterAll(() => eid.close());

  test.for(TRIED)("%s, asked for 18: %s; for 16: %s", async ([persona, at18, at16, at16Of18Only]) => {
    expect(await eid.checked(persona, 18)).toBe(at18);
    // Without an age, and where 18 is there, 16 ends as 18 did: in full it is asked, too.
    if (isFull || at16 !== at18)
      expect(await eid.checked(persona, 16)).toBe(eid.provider.checksOf16 === "ask_18" ? at16Of18Only : at16);
  });

  // One place says 15 years, and the other, where there is one, over 18.
  if (isFull || !SINGLE_CLAIM.includes(name))
    test("an answer that contradicts itself proves nothing", async () => {
      const warned = vi.spyOn(log, "warn");
      const ended = await eid.checked("contradictory", 18);
      expect(ended).toBe(SINGLE_CLAIM.includes(name) ? "too_young" : "eid_no_age");
      const whys = warned.mock.calls.map(([line]) => (line as { why?: string }).why);
      expect(whys).toEqual(ended === "eid_no_age" ? ["contradictory"] : []);
    });
});
