import * as z from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import * as headers from "./headers.ts";
import { deviceId, once, pluginKey, token } from "./parameters.ts";
import { refusals } from "./refusals.ts";
import { CHECK_SAMPLES } from "./samples.ts";
import { SERVERS, shownAs } from "./shared.ts";

const moment = (description: string, example: string) =>
  z.iso
    .datetime({ precision: 3 })
    .meta({ description, examples: [example], override: shownAs({ type: "string", format: "date-time" }) });

const provider = z.enum(["s", "b"]).meta({ description: "Which generator started the check.", examples: ["s"] });
const mode = z.enum(["live", "test"]).meta({ description: "Of the key that started it.", examples: ["live"] });
const expiresAt = moment("Until then the token answers.", "2026-11-22T18:30:00.000Z");
const ageSchema = (description: string) =>
  z
    .literal(MINIMUM_AGES)
    .meta({ description, override: shownAs({ type: "integer", enum: [...MINIMUM_AGES] }), examples: [18] });

const yes = z
  .strictObject({
    age: ageSchema("The age that was asked and is proven; never the visitor’s own."),
    verified: z.literal(true),
    minimum_age: ageSchema("The same as `age`."),
    provider,
    mode,
    verified_at: moment("When the eID proved it.", "2026-11-22T18:00:00.000Z"),
    expires_at: expiresAt,
  })
  .refine(({ age, minimum_age }) => age === minimum_age)
  .meta({ id: "Yes" });

const no = z
  .strictObject({ age: z.null(), verified: z.literal(false), provider, mode, expires_at: expiresAt })
  .meta({ id: "No", description: "Too young, cancelled or not finished: which of them is not said." });

const nothing = z.strictObject({ age: z.null(), verified: z.literal(false) }).meta({ id: "NoAnswer" });

export const authCheck: ZodOpenApiPathsObject = {
  "/api/auth_check/{token}/{device_id}": {
    servers: SERVERS,
    get: {
      operationId: "check",
      tags: ["Check a token"],
      summary: "Ask what a token proves",
      description:
        "For your backend only: there is no CORS. Let the visitor in if, and only if, the status is 200, `verified` is `true` and `age` is at least the age that you asked for. The token answers for 30 minutes, and you may ask again. Everything that proves nothing gets the same 404.",
      "x-codeSamples": CHECK_SAMPLES,
      security: [],
      requestParams: {
        path: z.object({ token, device_id: deviceId }),
        query: z.object({
          plugin_key: pluginKey.optional().meta({
            description:
              "The key that started the check. Always send it: then no token of another shop answers. A test token answers to nothing else.",
          }),
          once,
        }),
      },
      responses: {
        200: {
          description: "A yes or a no.",
          headers: z.strictObject({ "Ageway-Version": headers.version, "Ageway-Reference": headers.reference }),
          content: {
            "application/json": {
              schema: z.union([yes, no]),
              examples: {
                yes: {
                  summary: "Old enough",
                  value: {
                    age: 18,
                    verified: true,
                    minimum_age: 18,
                    provider: "s",
                    mode: "live",
                    verified_at: "2026-11-22T18:00:00.000Z",
                    expires_at: "2026-11-22T18:30:00.000Z",
                  },
                },
                no: {
                  summary: "Every other end",
                  value: {
                    age: null,
                    verified: false,
                    provider: "s",
                    mode: "live",
                    expires_at: "2026-11-22T18:30:00.000Z",
                  },
                },
              },
            },
          },
        },
        ...refusals({
          kind: "check",
          reasons: ["token_unknown", "method_not_allowed", "rate_limited", "service_unavailable"],
          body: () => ({ schema: nothing, example: { age: null, verified: false } }),
          allow: "GET",
        }),
      },
    },
  },
};
