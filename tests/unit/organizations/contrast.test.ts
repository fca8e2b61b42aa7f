import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Colour,
  carriesWhiteText,
  contrastOf,
  nearestWithWhiteText,
  readColour,
} from "#lib/organizations/contrast.rules.ts";

test.for([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#ff0000", "#ffffff", 3.998],
  ["#00ff00", "#ffffff", 1.372],
  ["#0000ff", "#ffffff", 8.592],
  ["#767676", "#ffffff", 4.542],
  ["#777777", "#ffffff", 4.478],
  // On both sides of where the curve of sRGB begins.
  ["#0a0a0a", "#ffffff", 19.798],
  ["#0b0b0b", "#ffffff", 19.683],
] as const)("%s beside %s has a contrast of %f", ([one, other, ratio]) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 3);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test("of the greys #767676 is the lightest that carries white text", () => {
  expect([carriesWhiteText("#767676"), carriesWhiteText("#777777")]).toEqual([true, false]);
});

test.for([
  ["#ABC", "#aabbcc"],
  [" #12Ab9f ", "#12ab9f"],
  ["red", null],
  ["12ab9f", null],
  ["#12345", null],
  ["#12345678", null],
  ["#12345g", null],
  ["#12ab9f;}", null],
  ["a#12ab9f", null],
  ["a#abc", null],
  ["#abcd", null],
  ["", null],
] as const)("%j is read as %j", ([given, colour]) => {
  expect(readColour(given)).toBe(colour);
});

test.for([
  ["#7a1f2b", "#7a1f2b"],
  ["#ffffff", "#767676"],
  ["#ffd400", "#8c7500"],
  ["#ff0000", "#ee0000"],
] as const)("instead of %s the nearest is %s", ([given, nearest]) => {
  expect(nearestWithWhiteText(given)).toBe(nearest);
});

test("no colour between the given one and the nearest passes", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}` as Colour);
  fc.assert(
    fc.property(colour, (given) => {
      expect(nearestWithWhiteText(given)).toBe(shadesOf(given).find(carriesWhiteText));
    }),
    { numRuns: 500, examples: [["#75dde6"]] },
  );
});

/** Every shade of a colour, from itself to black: one for each stretch of factors between those at which a channel steps. */
function shadesOf(colour: Colour): Colour[] {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const steps = channels.flatMap((channel) => Array.from({ length: channel }, (_, n) => (n + 0.5) / channel));
  // Two channels that step at the same factor do so a rounding apart here: there is no shade between them.
  const ordered = [1, ...steps, 0].toSorted((a, b) => b - a).filter((step, n, all) => (all[n - 1] ?? 2) - step > 1e-9);
  const shades = ordered.map((step, n) => {
    const between = (step + (ordered[n + 1] ?? 0)) / 2;
    return `#${channels
      .map((channel) =>
        Math.round(channel * between)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`;
  });
  return [colour, ...(shades as Colour[])];
}
