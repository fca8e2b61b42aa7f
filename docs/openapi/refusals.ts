import * as z from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import { REASONS, type Reason } from "#lib/reasons/reason.rules.ts";
import { allow, detail, help, rateLimit, rateLimitPolicy, reason, reference, retryAfter, version } from "./headers.ts";
import { problemContent } from "./problem.ts";

/** A body, and one that a caller may get. */
type Body = { schema: z.ZodObject; example: object };

/** `body`: of a program's answer, by status. `kind`: who explains the reasons, the generators' table or the token check's. */
type Refusing = {
  kind: "call" | "check";
  reasons: readonly Reason[];
  body: (status: number) => Body;
  allow: string;
  page?: z.ZodType;
};

/** Every refusal of an endpoint, by status. */
export function refusals(endpoint: Refusing): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(endpoint.reasons, (one) => REASONS[one].status);
  return Object.fromEntries(
    [...byStatus].toSorted().map(([status, reasons]) => [status, refusal(endpoint, status, reasons)]),
  );
}

function refusal(endpoint: Refusing, status: number, reasons: readonly Reason[]): ZodOpenApiResponseObject {
  const details = detail(reasons);
  const { schema: body, example } = endpoint.body(status);
  return {
    description: reasons.map((one) => `\`${one}\`: ${sentenceOf(endpoint.kind, one)}`).join("\n\n"),
    headers: z.strictObject({
      "Ageway-Version": version,
      "Ageway-Reference": reference,
      "Ageway-Reason": reason(reasons),
      ...(details && { "Ageway-Detail": details }),
      Link: help,
      ...(status === 405 && { Allow: allow.meta({ examples: [endpoint.allow] }) }),
      // A load that no visitor meant is not to be repeated.
      ...(status === 503 && { "Retry-After": reasons.length > 1 ? retryAfter.optional() : retryAfter }),
      ...(status === 429 && { "Retry-After": retryAfter, RateLimit: rateLimit, "RateLimit-Policy": rateLimitPolicy }),
    }),
    content: {
      "application/json": { schema: body, example },
      "application/problem+json": problemContent({ status, reasons, bodies: [body], example, isRecorded: true }),
      ...(endpoint.page && { "text/html": { schema: endpoint.page } }),
    },
  };
}

/** What it means, and what to do. */
function sentenceOf(kind: "call" | "check", code: string): string {
  const { words, fix } = explanationOf({ kind, code, host: null });
  return [`${words}.`, ...(fix === null ? [] : [fix])].join(" ");
}
