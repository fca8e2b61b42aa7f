import * as z from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import * as headers from "./headers.ts";
import { problemContent } from "./problem.ts";
import { page } from "./shared.ts";

const noLink = z.strictObject({ url: z.null() });
const noAnswer = z.strictObject({ age: z.null(), verified: z.literal(false) });
const noPage = z.strictObject({ error: z.literal("not_found") });

const NOT_FOUND = { status: 404, reasons: ["not_found"], isRecorded: false } as const;

/** The answer at an address of ours without an endpoint. Under the address of an endpoint it has the fields of that one's body. */
export const notFound: ZodOpenApiResponseObject = {
  id: "NotFound",
  description: "There is no page and no endpoint at this address. Check the path.",
  headers: z.strictObject({
    "Ageway-Version": headers.version.optional(),
    "Ageway-Reason": headers.reason(["not_found"]),
    Link: headers.help.optional(),
  }),
  content: {
    "application/json": { schema: z.union([noLink, noAnswer, noPage]), example: { url: null } },
    "application/problem+json": problemContent({
      ...NOT_FOUND,
      bodies: [noLink, noAnswer],
      example: { url: null },
    }),
    "text/html": { schema: page },
  },
};
