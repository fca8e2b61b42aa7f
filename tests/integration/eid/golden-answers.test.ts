import { expect, test } from "vitest";
import { agesFromClaims, type ClaimSets, meetsAll, signedInAt } from "#lib/eid/claims.rules.ts";
import { PRESETS } from "#lib/eid/presets.ts";
import { settings } from "#lib/eid/settings.ts";
import { GOLDEN_ANSWERS, type GoldenAnswer } from "#tests/support/dialects/golden.ts";

const TODAY = { year: 2026, month: 11, day: 23 };

/** No example of an answer was found in public: what our dialect says is our reading of the documentation's words. */
const ONLY_OF_OUR_DIALECT = [
  "sandbox-s",
  "sandbox-b",
  "bankid-se-idura",
  "bankid-no-idura",
  "ftn-idura",
  "ftn-direct",
  "itsme-direct",
];

test("every preset is read from an example of its broker, or is known to be only of our dialect", () => {
  expect([...Object.keys(GOLDEN_ANSWERS), ...ONLY_OF_OUR_DIALECT].toSorted()).toEqual(Object.keys(PRESETS).toSorted());
});

const settingsOf = (preset: string) => {
  const {
    claims = [],
    require = [],
    signInTimes = settings.shape.signInTimes.parse(undefined),
  } = PRESETS[preset]?.settings ?? {};
  return { claims, require, signInTimes };
};

const setsOf = ({ id_token = {}, userinfo = {} }: GoldenAnswer): ClaimSets => ({ id_token, userinfo });

/** What was made of an answer's age, in the words of the golden data. */
function readingOf(preset: string, answer: GoldenAnswer): string {
  const read = agesFromClaims(settingsOf(preset).claims, setsOf(answer), 18, answer.on ?? TODAY);
  return read.ok ? (read.ages[18] ? "over 18" : "under 18") : read.reason;
}

test.for(
  Object.entries(GOLDEN_ANSWERS).flatMap(([preset, answers]) =>
    answers.map((answer) => [preset, answer.url, answer] as const),
  ),
)("%s reads the example of %s as it was meant", ([preset, , answer]) => {
  const { require, signInTimes } = settingsOf(preset);
  const sets = setsOf(answer);
  expect(readingOf(preset, answer)).toBe(answer.reads);
  const failing = require.filter((one) => !meetsAll([one], sets, 18)).map(({ path }) => path[0]);
  const at = signInTimes.map((place) => signedInAt(place, sets, 18)).find((one) => one !== null);
  expect(at).not.toBeNaN();
  expect([...failing, ...(at === undefined ? [signInTimes[0]?.path[0]] : [])]).toEqual(answer.lacks);
});

test("an example of one eID holds at no other eID of the same broker", () => {
  const brokerOf = (preset: string) => /-(idura|signicat)/.exec(preset)?.[1];
  for (const [preset, answers = []] of Object.entries(GOLDEN_ANSWERS)) {
    const others = Object.keys(PRESETS).filter(
      (one) => one !== preset && brokerOf(one) && brokerOf(one) === brokerOf(preset),
    );
    for (const [answer, other] of answers.flatMap((answer) => others.map((other) => [answer, other] as const)))
      expect(meetsAll(settingsOf(other).require, setsOf(answer), 18), `${answer.url} at ${other}`).toBe(false);
  }
});
