import { expect, test } from "vitest";
import { standingOf } from "#lib/verification/eid-standing.rules.ts";

const now = new Date("2026-03-04T12:00:00Z");
const ago = (minutes: number) => +now - minutes * 60_000;
const unused = { wasConfirmed: false, downs: 0, downSince: null, lastDown: null };
const failing = { wasConfirmed: true, downs: 5, downSince: ago(40), lastDown: ago(14) };

test.for([
  ["that is silent, whatever visitors met", new Date(ago(3)), failing, { is: "silent", since: new Date(ago(3)) }],
  ["that turned five visitors away in a row", null, failing, { is: "failing", since: new Date(ago(40)) }],
  ["that turned four away", null, { ...failing, downs: 4 }, { is: "works" }],
  ["that turned nobody away for a quarter of an hour", null, { ...failing, lastDown: ago(15) }, { is: "works" }],
  ["with which visitors were confirmed", null, { ...unused, wasConfirmed: true }, { is: "works" }],
  ["with which they were, though nobody asked it yet", undefined, { ...unused, wasConfirmed: true }, { is: "works" }],
  ["that nobody used", null, unused, { is: "quiet" }],
  ["of which the database says nothing", null, null, { is: "answers" }],
  ["that nobody has asked yet", undefined, null, { is: "unknown" }],
] as const)("an eID %s", ([, silentSince, use, standing]) => {
  expect(standingOf({ silentSince, use }, now)).toEqual(standing);
});
