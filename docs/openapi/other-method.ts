import * as z from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { allow } from "./headers.ts";

export const otherMethod: ZodOpenApiResponseObject = {
  description: "This address does not answer the method.",
  headers: z.strictObject({ Allow: allow.optional() }),
};

/** Of an address that no write reaches: the server refuses it before it looks for one. */
export const refusedWrite: ZodOpenApiResponseObject = {
  ...otherMethod,
  content: {
    "text/plain": {
      schema: z
        .literal("This address takes no such request.")
        .meta({ examples: ["This address takes no such request."] }),
    },
  },
};
