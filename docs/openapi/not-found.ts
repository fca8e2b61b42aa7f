import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import * as headers from "./headers.ts";
import { page } from "./shared.ts";

const shape = {
  type: z.url(),
  title: z.string(),
  status: z.literal(404),
  detail: z.string(),
  reason: z.literal("not_found"),
  fix: z.string(),
};

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
    "application/json": {
      schema: z.union([
        z.strictObject({ url: z.null() }),
        z.strictObject({ age: z.null(), verified: z.literal(false) }),
        z.strictObject({ error: z.literal("not_found") }),
      ]),
    },
    "application/problem+json": {
      schema: z.union([
        z.strictObject({ ...shape, url: z.null() }),
        z.strictObject({ ...shape, age: z.null(), verified: z.literal(false) }),
      ]),
    },
    "text/html": { schema: page },
  },
};
