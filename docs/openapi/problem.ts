import * as z from "zod";
import type { ZodOpenApiMediaTypeObject } from "zod-openapi";
import { problemDetailsOf } from "#app/_http/problem.ts";
import { BASE_URL_IN_DOCS } from "#app/(docs)/_docs/built-docs.ts";
import { type Cause, detailsOf, REASONS, type Reason } from "#lib/reasons/reason.rules.ts";
import { detail, EXAMPLE_OF_REFERENCE, reason, reference } from "./headers.ts";
import { shownAs } from "./shared.ts";

const ALL = Object.keys(REASONS) as Reason[];

const WORDS = {
  type: z.url().meta({
    description: "The page that explains the reason.",
    override: shownAs({ type: "string", format: "uri" }),
    examples: [`${BASE_URL_IN_DOCS}/reasons/age_not_supported`],
  }),
  title: z.string().meta({ description: "The reason in a few words." }),
  status: z.int().meta({ description: "As of the answer.", override: shownAs({ type: "integer" }) }),
  detail: z.string().meta({ description: "What is wrong with this call, for a person." }),
  fix: z.string().meta({ description: "What to do, for a person." }),
};

/** As the document describes all of them. */
export const problem = z
  .strictObject({
    ...WORDS,
    reason: reason(ALL),
    cause: detail(ALL),
    reference: reference.optional(),
    url: z.string().nullish().meta({ description: "Of a generator: as in the usual body." }),
    age: z.null().optional().meta({ description: "Of the token check: as in the usual body." }),
    verified: z.literal(false).optional().meta({ description: "Of the token check: as in the usual body." }),
  })
  .meta({
    id: "Problem",
    description: "Problem details (RFC 9457), for a caller whose `Accept` names `application/problem+json`.",
  });

/** `bodies`: the usual ones, whose fields stand in it too. */
type Refused = {
  status: number;
  reasons: readonly Reason[];
  bodies: readonly z.ZodObject[];
  example: object;
  isRecorded: boolean;
};

/** The document has one schema for all. A test reads each answer with what its status and its endpoint allow of it. */
export function problemContent({ status, reasons, bodies, example, isRecorded }: Refused): ZodOpenApiMediaTypeObject {
  const cause = detail(reasons);
  const all = {
    ...WORDS,
    status: z.literal(status),
    reason: reason(reasons),
    ...(cause && { cause }),
    ...(isRecorded && { reference }),
  };
  const schema = z
    .union(bodies.map((body) => z.strictObject({ ...all, ...body.shape })))
    .meta({ override: shownAs({ $ref: "#/components/schemas/Problem" }) });
  return {
    schema,
    example: {
      ...exampleOf(reasons[0] ?? "not_found", isRecorded),
      ...example,
    },
  };
}

function exampleOf(reason: Reason, isRecorded: boolean): object {
  const [detail] = detailsOf(reason) as Cause["detail"][];
  return problemDetailsOf({ reason, detail, ...(isRecorded && { reference: EXAMPLE_OF_REFERENCE }) }, BASE_URL_IN_DOCS);
}
