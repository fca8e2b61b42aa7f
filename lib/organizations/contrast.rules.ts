/** `#rrggbb`, lower case. */
export type Colour = `#${string}`;

/** The least contrast of text with its background (WCAG 2.2, success criterion 1.4.3). */
const MIN_CONTRAST = 4.5;
const WHITE = "#ffffff";

/** A hexadecimal colour of CSS with three or six digits, else `null`. */
export function readColour(given: string): Colour | null {
  const colour = given.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(colour)) return colour as Colour;
  return /^#[0-9a-f]{3}$/.test(colour) ? (colour.replaceAll(/[0-9a-f]/g, "$&$&") as Colour) : null;
}

/** From 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: Colour, other: Colour): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function contrastWithWhite(ground: Colour): number {
  return contrastOf(ground, WHITE);
}

export function carriesWhiteText(ground: Colour): boolean {
  return contrastWithWhite(ground) >= MIN_CONTRAST;
}

/** Darkens a colour (all channels times one factor) until white text on it has enough contrast. */
export function nearestWithWhiteText(colour: Colour): Colour {
  // Contrast never falls as the factor falls, so one factor separates the colours that pass. Factors at which a channel steps
  // are at least 1/(2 · 255²) apart, so 1e-6 leaves no step between the two.
  let [passes, fails] = [0, 1];
  while (fails - passes > 1e-6) {
    const middle = (passes + fails) / 2;
    if (carriesWhiteText(timesFactor(colour, middle))) passes = middle;
    else fails = middle;
  }
  return timesFactor(colour, passes);
}

function timesFactor(colour: Colour, factor: number): Colour {
  const hex = channelsOf(colour).map((channel) =>
    Math.round(channel * factor)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("")}`;
}

/** From 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminanceOf(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channelsOf(colour: Colour): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
