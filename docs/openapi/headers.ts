import * as z from "zod";
import { API_VERSION } from "#app/_http/version.ts";
import { detailsOf, type Reason } from "#lib/reasons/reason.rules.ts";
import { shownAs } from "./shared.ts";

/** The headers of our answers that mean something to their reader, as the document describes them. */

export const version = z.literal(API_VERSION).meta({
  description:
    "The version of the API that this instance speaks. The second number grows with each addition, the first never without a notice (`Deprecation`, `Sunset`).",
  override: shownAs({ type: "string", pattern: "^\\d+\\.\\d+$" }),
  examples: [API_VERSION],
  header: { id: "Ageway-Version" },
});

export const EXAMPLE_OF_REFERENCE = "K7M2QX4R";

export const reference = z
  .string()
  .regex(/^[2-9A-HJ-NP-Z]{8}$/)
  .meta({
    description: "Eight letters and digits that find this call on the dashboard’s Checks page.",
    examples: [EXAMPLE_OF_REFERENCE],
    header: { id: "Ageway-Reference" },
  });

export const help = z
  .string()
  .regex(/^<https?:\/\/[^>]+\/reasons\/[a-z_]+>; rel="help"$/)
  .meta({
    description: "The page that explains the reason.",
    examples: ['<https://age.example/reasons/age_not_supported>; rel="help"'],
    header: { id: "Link" },
  });

export const retryAfter = seconds("In how many seconds to try again.").meta({ header: { id: "Retry-After" } });

export const rateLimit = z
  .string()
  .regex(/^"(?:device|key|caller|token)";r=0;t=\d+$/)
  .meta({
    description: "The limit that is exhausted, what is left of it (`r`), and in how many seconds there is more (`t`).",
    examples: ['"device";r=0;t=12'],
    header: { id: "RateLimit" },
  });

export const rateLimitPolicy = z
  .string()
  .regex(/^"(?:device|key|caller|token)";q=\d+;w=60$/)
  .meta({
    description: "How many calls the exhausted limit allows (`q`) within how many seconds (`w`).",
    examples: ['"device";q=30;w=60'],
    header: { id: "RateLimit-Policy" },
  });

export const allow = z.string().meta({ description: "The methods that this address answers.", examples: ["GET"] });

export const location = z.url().meta({ description: "Where the browser goes." });

export function reason<const R extends string>(reasons: readonly R[]) {
  return z.enum(reasons).meta({ description: "Why the call was refused." });
}

/** `undefined` where none of the reasons has causes to tell apart. */
export function detail(reasons: readonly Reason[]) {
  const details = reasons.flatMap(detailsOf);
  if (details.length === 0) return undefined;
  return z.enum(details).optional().meta({ description: "Which of its causes the reason has." });
}

function seconds(description: string) {
  return z
    .string()
    .regex(/^[1-9]\d*$/)
    .meta({ description, override: shownAs({ type: "integer", minimum: 1 }), examples: [5] });
}
