import { z } from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { type Reason, STATUS } from "#app/_http/reasons.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import { allow, detail, help, rateLimit, rateLimitPolicy, reason, reference, retryAfter, version } from "./headers.ts";

/** `body`: of a program's answer, by status. `kind`: who explains the reasons, the generators' table or the token check's. */
type Refusing = {
  kind: "call" | "check";
  reasons: readonly Reason[];
  body: (status: number) => z.ZodObject;
  allow: string;
  page?: z.ZodType;
};

/** Every refusal of an endpoint, by status. */
export function refusals(endpoint: Refusing): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(endpoint.reasons, (one) => STATUS[one]);
  return Object.fromEntries(
    [...byStatus].toSorted().map(([status, reasons]) => [status, refusal(endpoint, status, reasons)]),
  );
}

function refusal(endpoint: Refusing, status: number, reasons: readonly Reason[]): ZodOpenApiResponseObject {
  const details = detail(reasons);
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
      "application/json": { schema: endpoint.body(status) },
      "application/problem+json": { schema: problem(status, reasons, endpoint.body(status)) },
      ...(endpoint.page && { "text/html": { schema: endpoint.page } }),
    },
  };
}

/** The same as problem details (RFC 9457), where `Accept` names their type. */
function problem(status: number, reasons: readonly Reason[], body: z.ZodObject): z.ZodObject {
  const details = detail(reasons);
  return z.strictObject({
    type: z.url().meta({
      description: "The page that explains the reason.",
      examples: [`https://age.example/reasons/${reasons[0]}`],
    }),
    title: z.string().meta({ description: "The reason in a few words." }),
    status: z.literal(status),
    detail: z.string().meta({ description: "What is wrong with this call, for a person." }),
    reason: reason(reasons),
    ...(details && { cause: details }),
    reference,
    fix: z.string().meta({ description: "What to do, for a person." }),
    ...body.shape,
  });
}

/** What it means, and what to do. */
function sentenceOf(kind: "call" | "check", code: string): string {
  const { words, fix } = explanationOf({ kind, code, host: null });
  return [`${words}.`, ...(fix === null ? [] : [fix])].join(" ");
}
