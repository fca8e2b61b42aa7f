import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { allow, version } from "./headers.ts";

export const PREFLIGHT_TAG = "Before a call";

/** What a browser asks by itself before a call with headers. */
export function preflight(
  operationId: string,
  summary: string,
  rest: Partial<ZodOpenApiOperationObject>,
): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: [PREFLIGHT_TAG],
    summary,
    security: [],
    ...rest,
    responses: {
      204: {
        description: "Every header is allowed, also `Authorization`, from every origin.",
        headers: z.strictObject({
          "Ageway-Version": version.optional(),
          Allow: allow.meta({ examples: ["GET, OPTIONS"] }),
        }),
      },
    },
  };
}
